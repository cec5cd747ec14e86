#!/usr/bin/env bash
# A data scientist: a Python package with experiments, and a service of models.
# See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo lab/churn
cat >pyproject.toml <<'T'
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "churn"
version = "0.2.0"
dependencies = ["pandas", "scikit-learn", "pyarrow"]
[project.scripts]
churn = "churn.cli:main"
[project.optional-dependencies]
dev = ["pytest", "ruff", "mypy"]
notebooks = ["jupyterlab", "matplotlib"]
[tool.pytest.ini_options]
markers = ["slow: takes minutes", "gpu: needs a GPU"]
T
printf 'pandas==2.2\nscikit-learn==1.4\npyarrow\n' >requirements.txt
printf 'pytest\nruff\n' >requirements-dev.txt
put README.md CHANGES src/churn/{__init__,cli,features,train,evaluate,plots}.py \
  configs/{base,large,debug}.yaml notebooks/{01_explore,02_features,03_model}.ipynb \
  scripts/download.sh scripts/report.py
mkdir -p data/raw data/interim data/processed models figures tests
for year in 2022 2023 2024; do
  printf 'id,plan,months,left\n1,basic,3,0\n2,pro,14,1\n' >data/raw/customers_$year.csv
done
put data/raw/calls.parquet models/forest.pkl models/boosted.joblib figures/roc.png
cat >tests/test_features.py <<'T'
import pytest


def test_months_are_positive():
    pass


def test_plan_is_encoded():
    pass


class TestWindow:
    def test_empty_window(self):
        pass
T
printf 'def test_training_is_repeatable():\n    pass\n\n\ndef test_early_stopping():\n    pass\n' >tests/test_train.py
printf 'import pytest\n' >tests/conftest.py
cat >Makefile <<'T'
.PHONY: data features train report clean
data: ## Download the raw data
	scripts/download.sh
features: data
	python -m churn.cli features
train: features ## Train the model of configs/base.yaml
	python -m churn.cli train --config configs/base.yaml
report:
	python scripts/report.py
clean:
	rm -rf data/interim/* figures/*
T
cat >noxfile.py <<'T'
import nox


@nox.session
def tests(session):
    session.run("pytest")


@nox.session
def docs(session):
    session.run("mkdocs", "build")
T
printf '.venv\n__pycache__\n*.log\n' >.gitignore
commit 'Add the churn model'
git push -qu origin main
branches exp/gradient-boosting exp/longer-window fix/leakage docs-figures
for subject in 'features: encode plans' 'train: fix the seed' 'evaluate: add calibration'; do
  echo "# $subject" >>src/churn/train.py
  commit "$subject"
done
git push -q
git tag v0.1.0 HEAD~2
git tag v0.2.0
echo '# tuned' >>configs/base.yaml
echo '# more' >>src/churn/plots.py
put src/churn/calibrate.py
mkdir -p .venv/bin .venv/lib/python3.11/site-packages
for package in pandas-2.2.1 scikit_learn-1.4.0 pyarrow-15.0 pytest-8.0; do
  mkdir -p .venv/lib/python3.11/site-packages/$package.dist-info
  printf 'Metadata-Version: 2.1\nName: %s\nVersion: %s\n' "${package%-*}" "${package##*-}" \
    >.venv/lib/python3.11/site-packages/$package.dist-info/METADATA
done
touch .venv/bin/activate .venv/pyvenv.cfg

repo lab/scorer
put README.md app/main.py app/models.py tests/test_app.py
printf 'fastapi\nuvicorn\n' >requirements.txt
cat >compose.yml <<'T'
services:
  scorer:
    build: .
  mlflow:
    image: mlflow
  minio:
    image: minio/minio
T
cat >Dockerfile <<'T'
FROM python:3.11-slim AS deps
RUN pip install -r requirements.txt
FROM deps AS serve
CMD ["uvicorn", "app.main:app"]
T
cat >justfile <<'T'
# Serve with reload
serve:
    uvicorn app.main:app --reload
smoke url="localhost:8000":
    curl {{url}}/health
T
commit 'Serve the model'
git push -qu origin main
branches batch-endpoint

cd "$HOME"
mkdir -p lab/survival .ssh papers
put papers/survival.pdf papers/uplift.pdf 'papers/lecture notes.pdf'
printf 'Host gpu-box\n  HostName 10.2.0.9\nHost data-lake\n  User robin\n' >.ssh/config
programs pip pip3 python python3.11 pytest ruff mypy jupyter uv nox conda dvc mlflow just \
  uvicorn nvidia-smi ssh duckdb csvlook
program docker 'case "$*" in
*ps*) printf "scorer-scorer-1\nscorer-minio-1\n";;
*"config --services"*) printf "scorer\nmlflow\nminio\n";;
esac'
