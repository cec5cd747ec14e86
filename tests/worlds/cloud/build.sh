#!/usr/bin/env bash
# Somebody who keeps a platform in the cloud and writes its services: Terraform,
# Helm and Ansible, an Elixir, a Scala, an OCaml and a .NET project, a repository
# of protocol buffers with Bazel, a pnpm monorepo, Python with uv. See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo infra/live
put README.md docs/runbook.md main.tf variables.tf outputs.tf versions.tf modules/{vpc,eks,rds}/{main,variables,outputs}.tf \
  envs/{stage,prod}.tfvars envs/backend.hcl scripts/rotate-keys.sh \
  ansible/{site,patch,bastion}.yml ansible/inventory/{stage,prod}.ini ansible/roles/{nginx,users,exporter}/tasks/main.yml \
  ansible/group_vars/{all,web}.yml ansible/vault.yml ansible/requirements.yml .tflint.hcl .pre-commit-config.yaml .envrc
printf '[web]\nweb-a\nweb-b\n[db]\ndb-a\n' >ansible/inventory/stage.ini
printf '[defaults]\ninventory = inventory/stage.ini\nroles_path = roles\n' >ansible/ansible.cfg
printf -- '- hosts: web\n  roles: [nginx, users]\n  tags: [nginx]\n' >ansible/site.yml
for name in patch bastion; do printf -- '---\n- hosts: web\n' >"ansible/$name.yml"; done
printf '$ANSIBLE_VAULT;1.1;AES256\n6162\n' >ansible/vault.yml
cat >main.tf <<'T'
module "vpc" { source = "./modules/vpc" }
module "eks" { source = "./modules/eks" }
resource "aws_s3_bucket" "logs" { bucket = "logs" }
T
cat >.pre-commit-config.yaml <<'T'
repos:
- repo: https://github.com/antonbabenko/pre-commit-terraform
  rev: v1.96.0
  hooks:
  - id: terraform_fmt
  - id: terraform_tflint
- repo: local
  hooks:
  - id: yamllint
    name: yamllint
    entry: yamllint
    language: system
T
printf '[tools]\nterraform = "1.9"\nkubectl = "1.31"\n[tasks.plan]\nrun = "terraform plan"\n[tasks.docs]\nrun = "terraform-docs ."\n' >mise.toml
printf '.terraform/\n*.tfplan\n' >.gitignore
commit 'Describe the network'
for subject in 'Add the cluster' 'Rotate the keys' 'Encrypt the database'; do
  echo "# $subject" >>modules/rds/main.tf
  commit "$subject"
done
git tag v1.0.0
git push -qu origin main
branches eks-upgrade rds-16 nat-gateways
git worktree add -q "$HOME/infra/live-hotfix" nat-gateways
mkdir -p .terraform terraform.tfstate.d/{stage,prod}
printf stage >.terraform/environment
echo '# retention' >>modules/rds/variables.tf
git stash push -qm 'longer retention'
echo '# subnet' >>modules/vpc/main.tf
echo '# bigger' >>envs/stage.tfvars
git add envs/stage.tfvars
put notes.md
: >stage.tfplan
chmod +x scripts/rotate-keys.sh

repo infra/charts
put README.md charts/{gateway,billing}/templates/{deployment,service}.yaml charts/{gateway,billing}/values.yaml values/{stage,prod}.yaml \
  manifests/{namespace,quota}.yaml overlays/stage/patch.yaml overlays/prod/patch.yaml
for chart in gateway billing; do
  printf 'apiVersion: v2\nname: %s\nversion: 0.3.0\n' "$chart" >charts/$chart/Chart.yaml
done
for overlay in stage prod; do printf 'resources: [../../manifests]\n' >overlays/$overlay/kustomization.yaml; done
printf 'releases:\n- name: gateway\n  chart: ./charts/gateway\n- name: billing\n  chart: ./charts/billing\n' >helmfile.yaml
commit 'Chart the gateway'
git push -qu origin main
branches hpa
echo 'replicas: 3' >>charts/gateway/values.yaml
: >charts/gateway-0.3.0.tgz

repo svc/notify
put README.md lib/notify.ex lib/notify/{mailer,sms}.ex test/test_helper.exs test/notify/{mailer,sms}_test.exs config/{config,dev,prod}.exs \
  priv/repo/migrations/20250101_init.exs priv/repo/seeds.exs Dockerfile
cat >mix.exs <<'T'
defmodule Notify.MixProject do
  use Mix.Project
  def project, do: [app: :notify, version: "0.1.0", aliases: aliases(), deps: deps()]
  defp deps, do: [{:ecto_sql, "~> 3.11"}, {:swoosh, "~> 1.16"}]
  defp aliases do
    ["ecto.reset": ["ecto.drop", "ecto.setup"], lint: ["format --check-formatted", "credo"]]
  end
end
T
printf '_build/\ndeps/\n' >.gitignore
commit 'Send a mail'
git push -qu origin main
branches sms-retries
echo '# retry' >>lib/notify/sms.ex

repo svc/ledgerd
put README.md src/main/scala/ledgerd/{Main,Routes}.scala src/test/scala/ledgerd/RoutesSpec.scala project/build.properties project/plugins.sbt
printf 'lazy val core = (project in file("core"))\nlazy val root = (project in file(".")).aggregate(core)\n' >build.sbt
mkdir -p core/src && put core/src/Money.scala
commit 'Serve the routes'
git push -qu origin main
branches zio-2

repo svc/parser
put README.md bin/{main.ml,dune} lib/{lexer.mll,ast.ml,dune} test/{test_parser.ml,dune}
printf '(lang dune 3.16)\n(package (name parser))\n' >dune-project
printf 'opam-version: "2.0"\n' >parser.opam
commit 'Lex the config'
git push -qu origin main
echo '(* ast *)' >>lib/ast.ml

repo svc/Invoices
put README.md src/Invoices.Api/Program.cs src/Invoices.Api/appsettings.json tests/Invoices.Tests/PdfTests.cs global.json
printf '<Project Sdk="Microsoft.NET.Sdk.Web"></Project>\n' | tee src/Invoices.Api/Invoices.Api.csproj >tests/Invoices.Tests/Invoices.Tests.csproj
printf 'Microsoft Visual Studio Solution File\n' >Invoices.sln
commit 'Print an invoice'
git push -qu origin main
branches pdf-a

repo proto
put README.md api/billing/v1/billing.proto api/notify/v1/notify.proto docs/style.md tools/gen.sh
printf 'module(name = "proto")\n' >MODULE.bazel
: >WORKSPACE
printf 'proto_library(\n    name = "billing_proto",\n    srcs = ["billing.proto"],\n)\ngo_library(\n    name = "billing_go",\n)\n' >api/billing/v1/BUILD.bazel
printf 'proto_library(\n    name = "notify_proto",\n)\nsh_test(\n    name = "notify_test",\n)\n' >api/notify/v1/BUILD.bazel
printf 'version: v2\n' | tee buf.yaml >buf.gen.yaml
chmod +x tools/gen.sh
commit 'Define billing'
for subject in 'Define notify' 'Break the lines' 'Number the fields'; do
  echo "// $subject" >>api/notify/v1/notify.proto
  commit "$subject"
done
git push -qu origin main
branches v2-alpha
git bisect start -q HEAD HEAD~3 >&2

repo console
put README.md apps/{admin,status}/src/main.ts packages/ui/src/button.ts packages/ui/src/table.ts .github/workflows/{ci,release}.yml \
  .husky/pre-commit turbo.json tsconfig.json playwright.config.ts e2e/login.spec.ts
printf 'packages:\n- apps/*\n- packages/*\n' >pnpm-workspace.yaml
printf '{"name":"console","private":true,"scripts":{"dev":"turbo dev","build":"turbo build","e2e":"playwright test","check":"biome check"},"devDependencies":{"turbo":"2","@biomejs/biome":"1"}}' >package.json
for app in admin status; do
  printf '{"name":"@console/%s","scripts":{"dev":"vite","build":"vite build","preview":"vite preview"},"dependencies":{"react":"18"}}' $app >apps/$app/package.json
done
printf '{"name":"@console/ui","scripts":{"build":"tsup","storybook":"storybook dev"}}' >packages/ui/package.json
mkdir -p node_modules/.bin
for name in turbo biome playwright tsc; do printf '#!/bin/sh\n' >node_modules/.bin/$name; chmod +x node_modules/.bin/$name; done
printf 'node_modules/\n' >.gitignore
git init -q "$HOME/.brand" && (cd "$HOME/.brand" && put logo.svg && git add -A && git -c user.name=a -c user.email=a@b commit -qm logo)
git -c protocol.file.allow=always submodule --quiet add "$HOME/.brand" vendor/brand
commit 'Show the status'
git push -qu origin main
branches dark-mode table-paging
echo '// page' >>packages/ui/src/table.ts
git rm -q --cached turbo.json

repo tools/costs
put README.md src/costs/{cli,report}.py tests/test_report.py data/2025-10.csv reports/october.html
cat >pyproject.toml <<'T'
[project]
name = "costs"
version = "0.2.0"
dependencies = ["boto3", "typer", "polars"]
[project.scripts]
costs = "costs.cli:main"
[dependency-groups]
dev = ["pytest", "ruff"]
T
printf 'def test_total():\n    pass\n\ndef test_by_team():\n    pass\n' >tests/test_report.py
: >uv.lock
: >costs.sqlite
printf '*.sqlite\n' >.gitignore
commit 'Report the costs'
git push -qu origin main
echo '# chart' >>src/costs/report.py

cd "$HOME"
mkdir -p .ssh/config.d .kube .aws .config/systemd/user dumps restore Downloads .docker/contexts
printf 'Include config.d/*\nHost *\n  ServerAliveInterval 30\n' >.ssh/config
printf 'Host bastion-stage bastion-prod\n  User ops\nHost build-01\n  HostName 10.0.4.2\n' >.ssh/config.d/work
printf 'Host homelab\n  User robin\n' >.ssh/config.d/home
printf '[default]\nregion = eu-west-1\n[profile acme-stage]\nregion = eu-west-1\n[profile acme-prod]\nregion = eu-central-1\n' >.aws/config
printf '[default]\naws_access_key_id = x\n' >.aws/credentials
put .ssh/{id_ed25519,id_ed25519.pub,deploy.pem} .bashrc .tool-versions Downloads/{trace.json,report.pdf,helm-v3.tar.gz,kubeconfig.yaml} \
  dumps/{notify-0901.dump,ledger-0901.sql,users.csv} todo.md
chmod 644 .ssh/deploy.pem
for unit in tunnel.service kubeproxy.service sync.timer sync.service; do
  printf '[Unit]\nDescription=%s\n' "$unit" >.config/systemd/user/$unit
done
printf 'erlang 27.1\nelixir 1.17.3\nnodejs 22.9.0\n' >.tool-versions
: >dumps/grafana.db
tar -czf dumps/etc-0901.tar.gz .ssh/config.d
tar -cJf dumps/home-0901.tar.xz .ssh/config.d
cat >.kube/config <<'T'
apiVersion: v1
kind: Config
current-context: acme-stage
contexts:
- name: acme-stage
  context: {cluster: stage, user: ops, namespace: payments}
- name: acme-prod
  context: {cluster: prod, user: ops, namespace: payments}
- name: kind-lab
  context: {cluster: lab, user: lab}
clusters:
- name: stage
  cluster: {server: https://10.0.0.1:6443}
- name: prod
  cluster: {server: https://10.1.0.1:6443}
- name: lab
  cluster: {server: https://127.0.0.1:6443}
users:
- name: ops
  user: {}
- name: lab
  user: {}
T
program kubectl 'case "$*" in
*get*pod*-o*name*) printf "pod/gateway-6d5f-aa\npod/gateway-6d5f-bb\npod/billing-7c-cc\npod/postgres-0\n";;
*get*pod*) printf "gateway-6d5f-aa\ngateway-6d5f-bb\nbilling-7c-cc\npostgres-0\n";;
*get*deploy*-o*name*) printf "deployment.apps/gateway\ndeployment.apps/billing\n";;
*get*deploy*) printf "gateway\nbilling\n";;
*get*configmap*-o*name*|*get*cm*-o*name*) printf "configmap/gateway-env\n";;
*get*node*-o*name*) printf "node/ip-10-0-1-4\nnode/ip-10-0-2-9\n";;
*get*node*) printf "ip-10-0-1-4\nip-10-0-2-9\n";;
*get*secret*-o*name*) printf "secret/billing-db\nsecret/tls-gateway\n";;
*get*n*s*-o*name*) printf "namespace/default\nnamespace/payments\nnamespace/observability\n";;
*get*n*s*) printf "default\npayments\nobservability\n";;
*get-contexts*) printf "acme-stage\nacme-prod\nkind-lab\n";;
esac'
program helm 'case "$*" in *list*) printf "gateway\nbilling\nloki\n";; *"repo list"*) printf "NAME URL\nbitnami https://charts.bitnami.com/bitnami\n";; *upgarde*) exit 1;; esac'
program docker 'case "$*" in
*ps*) printf "notify-db\nlocalstack\nkind-control-plane\n";;
*images*|*image*ls*) printf "notify:dev\nlocalstack/localstack:3\nhexpm/elixir:1.17\n";;
*volume*ls*) printf "notify_pg\nlocalstack_data\n";;
*network*ls*) printf "bridge\nkind\n";;
*context*ls*) printf "default\ncolima\nbuild-01\n";;
esac'
program terraform 'case "$*" in
*workspace*list*) printf "  default\n* stage\n  prod\n";;
*state*list*) printf "aws_s3_bucket.logs\nmodule.vpc.aws_vpc.this\nmodule.eks.aws_eks_cluster.this\n";;
*paln*) exit 1;; esac'
program aws 'case "$*" in *list-profiles*) printf "default\nacme-stage\nacme-prod\n";; esac'
program systemctl 'case "$*" in
*--user*list-unit-files*) printf "tunnel.service enabled enabled\nkubeproxy.service enabled enabled\nsync.timer enabled enabled\nsync.service static -\n";;
*--user*list-units*) printf "tunnel.service loaded active running Tunnel\nkubeproxy.service loaded active running Proxy\nsync.timer loaded active waiting Sync\n";;
*list-unit-files*) printf "docker.service enabled enabled\nssh.service enabled enabled\ntailscaled.service enabled enabled\ngetty@.service enabled enabled\n";;
*list-units*) printf "docker.service loaded active running Docker\nssh.service loaded active running SSH\ntailscaled.service loaded active running Tailscale\ngetty@tty1.service loaded active running Getty\n";;
esac'
program tmux 'case "$*" in *list-sessions*|ls*) printf "deploy\nnotify\n";; esac'
program psql 'case "$*" in *-l*|*datname*) printf "notify_dev\nnotify_test\nledger\n";; esac'
program mix 'case "$1" in tset) exit 1;; esac'
program ssh 'case "$*" in *batsion*) exit 255;; esac'
program gh 'case "$*" in *"pr list"*) printf "88\tPage the table\n91\tDark mode\n";; *"workflow list"*) printf "ci\nrelease\n";; esac'
programs ansible ansible-playbook ansible-vault ansible-galaxy ansible-inventory ansible-lint tflint terraform-docs kustomize kubectx kubens \
  k9s stern helmfile elixir iex sbt scala scala-cli dune opam ocaml ocamlformat dotnet bazel bazelisk buf protoc grpcurl pnpm npx node npm turbo \
  uv uvx ruff pytest poetry python3 sqlite3 pg_dump pg_restore createdb dropdb redis-cli journalctl sudo scp rsync curl jq yq http dig nc \
  openssl pre-commit direnv mise asdf act actionlint watch less vim nvim code tar gzip xz gunzip zstd tailscale mkcert trivy colima kind \
  envsubst base64 lsof htop chmod
