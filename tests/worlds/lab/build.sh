#!/usr/bin/env bash
# A doctoral student: a thesis in LaTeX, an analysis in R and Python with conda
# and snakemake, jobs on a cluster. See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo thesis
put README.md main.tex refs.bib chapters/{intro,methods,results,outlook}.tex tables/samples.tex \
  figures/{map.pdf,tree.png,pca.svg} defense/slides.tex .latexmkrc scripts/wordcount.sh
chmod +x scripts/wordcount.sh
printf '*.aux\n*.log\n*.bbl\n*.fls\nmain.pdf\n' >.gitignore
printf 'all: main.pdf\n\nmain.pdf: main.tex chapters/*.tex\n\tlatexmk -pdf main\n\nclean:\n\tlatexmk -C\n\ndiff:\n\tlatexdiff-vc --git -r submitted main.tex\n' >Makefile
commit 'Begin the thesis'
git push -qu origin main
branches supervisor-comments short-abstract
for subject in 'methods: say which filter' 'results: new figure' 'intro: fewer words'; do
  echo "% $subject" >>chapters/methods.tex
  commit "$subject"
done
git push -q
git tag draft-1 HEAD~2
git tag submitted
echo '% more' >>chapters/results.tex
echo '@article{lee24}' >>refs.bib
put chapters/appendix.tex
put main.pdf main.log main.aux

repo analysis
cat >Snakefile <<'T'
SAMPLES = ["s1", "s2"]

rule all:
    input: "results/summary.csv"

rule trim:
    input: "raw/{sample}.fastq.gz"
    output: "trimmed/{sample}.fastq.gz"

rule align:
    input: "trimmed/{sample}.fastq.gz"
    output: "bam/{sample}.bam"

rule summary:
    output: "results/summary.csv"
T
put README.md environment.yml config.yaml R/{plots,models,load}.R scripts/{count,merge}.py \
  notebooks/{explore,qc}.ipynb slurm/{align,train}.sbatch renv.lock DESCRIPTION tests/testthat/test-models.R
printf 'raw/\nbam/\nresults/\n.snakemake/\n' >.gitignore
commit 'Add the analysis'
git push -qu origin main
branches mixed-model new-reference
mkdir -p raw bam results logs
put raw/{s1,s2}.fastq.gz bam/s1.bam results/{summary,counts}.csv logs/align-8812.out
echo '# faster' >>R/models.R

cd "$HOME"
mkdir -p papers/{2023,2024} miniconda3/envs/{analysis,py27,plots}/bin miniconda3/conda-meta .ssh Downloads teaching
put papers/2024/{lee-genomes,park-trees}.pdf papers/2023/old-review.pdf Downloads/{suppl.zip,data.tar.bz2,poster.pptx,form.docx} \
  teaching/{week1,week2}.md .condarc
mkdir -p miniconda3/envs/{analysis,py27,plots}/conda-meta
touch miniconda3/conda-meta/history miniconda3/envs/{analysis,py27,plots}/conda-meta/history
mkdir -p .conda && printf '%s\n' "$HOME"/miniconda3/envs/{analysis,py27,plots} >.conda/environments.txt
cat >.ssh/config <<'T'
Host cluster
  HostName login.hpc.example.edu
  User vale
Host cluster-data
  HostName data.hpc.example.edu
Host desk
  HostName 10.1.1.8
T
program squeue 'printf "8812\n8813\n"'
program sinfo 'printf "short\nlong\ngpu\n"'
program conda 'case "$*" in
*env*list*json*) printf "{\"envs\": [\"%s/miniconda3\", \"%s/miniconda3/envs/analysis\", \"%s/miniconda3/envs/py27\"]}" "$HOME" "$HOME" "$HOME";;
*env*list*) printf "base * %s/miniconda3\nanalysis %s/miniconda3/envs/analysis\npy27 %s/miniconda3/envs/py27\nplots %s/miniconda3/envs/plots\n" "$HOME" "$HOME" "$HOME" "$HOME";;
esac'
program ssh 'case "$*" in *clutser*) exit 255;; esac'
programs latexmk pdflatex lualatex bibtex biber latexdiff pandoc R Rscript julia python jupyter snakemake sbatch scancel \
  sacct srun scontrol module mamba pip samtools bcftools bwa fastqc seqkit bedtools rsync scp sftp evince zathura \
  inkscape convert emacs nano vim screen parallel gnuplot quarto git-lfs aspell pdftk gs libreoffice wget bc
