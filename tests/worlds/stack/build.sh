#!/usr/bin/env bash
# A full-stack developer in a small team: a pnpm front end and two Python
# services, containers, two clusters, machines over ssh. See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo src/portal
cat >package.json <<'T'
{"name": "portal", "private": true, "packageManager": "pnpm@9.12.0",
 "scripts": {"dev": "vite", "build": "tsc -b && vite build", "preview": "vite preview",
  "test": "vitest", "test:ci": "vitest run --coverage", "lint": "eslint .",
  "typecheck": "tsc --noEmit", "gen:api": "openapi-typescript api/openapi.json"},
 "dependencies": {"react": "18.3.0", "react-dom": "18.3.0", "zustand": "4.5.0"},
 "devDependencies": {"vite": "5.4.0", "vitest": "2.1.0", "typescript": "5.6.0", "eslint": "9.9.0"}}
T
printf 'packages:\n  - web/*\n' >pnpm-workspace.yaml
mkdir -p web/app web/admin
printf '{"name": "@portal/app", "scripts": {"dev": "vite", "build": "vite build", "storybook": "storybook dev"}}\n' >web/app/package.json
printf '{"name": "@portal/admin", "scripts": {"dev": "vite --port 5174", "build": "vite build"}}\n' >web/admin/package.json
put README.md vite.config.ts eslint.config.js index.html .env.example web/app/src/{App,main,Login}.tsx \
  web/app/src/hooks/{useAuth,useOrders}.ts web/admin/src/{Users,Roles}.tsx public/{logo.svg,robots.txt} \
  docs/{setup.md,oncall.md} db/{schema,seed}.sql scripts/{backup.sh,seed.py}
mkdir -p api/app api/tests api/migrations/versions
cat >api/pyproject.toml <<'T'
[project]
name = "portal-api"
version = "0.9.0"
dependencies = ["fastapi", "sqlalchemy", "alembic", "redis"]
[project.scripts]
portal-api = "app.main:run"
[dependency-groups]
dev = ["pytest", "ruff", "mypy"]
T
put api/uv.lock api/alembic.ini api/app/{__init__,main,models,auth,orders}.py api/openapi.json \
  api/migrations/versions/{001_users,002_orders}.py api/tests/conftest.py
printf 'def test_login():\n    pass\n\n\ndef test_logout():\n    pass\n' >api/tests/test_auth.py
printf 'class TestOrders:\n    def test_total(self):\n        pass\n' >api/tests/test_orders.py
cat >compose.yaml <<'T'
services:
  web:
    build: .
  api:
    build: ./api
  worker:
    build: ./api
  db:
    image: postgres:16
  cache:
    image: redis:7
  mail:
    image: axllent/mailpit
    profiles: [tools]
volumes:
  dbdata:
T
printf 'services:\n  api:\n    command: uvicorn --reload\n' >compose.override.yaml
printf 'FROM node:20 AS deps\nRUN true\nFROM deps AS build\nRUN true\nFROM nginx AS runtime\n' >Dockerfile
printf 'FROM python:3.12 AS base\nFROM base AS dev\nFROM base AS prod\n' >api/Dockerfile
printf '.PHONY: up down migrate seed fmt\nup:\n\tdocker compose up -d\ndown:\n\tdocker compose down\nmigrate:\n\talembic upgrade head\nseed:\n\tpython scripts/seed.py\nfmt:\n\truff format\n' >Makefile
put deploy/base/{kustomization,api,web}.yaml deploy/overlays/{staging,production}/kustomization.yaml \
  .github/workflows/{test,release}.yml .env
printf 'node_modules\ndist\n.env\n.venv\n*.log\n' >.gitignore
mkdir -p node_modules/.bin dist && put dist/index.html api.log
for tool in vite vitest tsc eslint openapi-typescript; do
  printf '#!/bin/sh\n' >node_modules/.bin/$tool
  chmod +x node_modules/.bin/$tool
done
mkdir -p api/.venv/bin
for tool in activate alembic mypy portal-api pytest python python3 ruff uvicorn; do
  printf '#!/bin/sh\n' >api/.venv/bin/$tool
  chmod +x api/.venv/bin/$tool
done
commit 'Add the portal'
git push -qu origin main
branches feature/sso feature/order-export bugfix/session-ttl release/2024.11
for subject in 'api: pages of orders' 'app: keep the filter' 'db: index on orders' 'deploy: two workers'; do
  echo "# $subject" >>api/app/orders.py
  commit "$subject"
done
git push -q
git tag v2024.10 HEAD~3
git tag v2024.11 HEAD~1
git branch -q bugfix/old-login
git push -q origin bugfix/old-login && git branch -qD bugfix/old-login
echo '# later' >>api/app/auth.py
git stash -qm 'auth: rotate keys'
echo '# hooks' >>web/app/src/hooks/useAuth.ts
echo '# total' >>api/app/orders.py
git add api/app/orders.py
put api/app/export.py

repo src/billing
cat >pyproject.toml <<'T'
[tool.poetry]
name = "billing"
version = "1.4.0"
[tool.poetry.dependencies]
python = "^3.12"
celery = "^5.4"
stripe = "^10"
[tool.poetry.group.dev.dependencies]
pytest = "^8"
ruff = "*"
[tool.poetry.scripts]
bill = "billing.cli:main"
reconcile = "billing.reconcile:main"
T
put README.md poetry.lock billing/{__init__,cli,reconcile,invoice}.py tests/conftest.py config/{dev,prod}.toml
printf 'def test_rounding():\n    pass\n\n\ndef test_refund():\n    pass\n' >tests/test_invoice.py
printf 'test:\n\tpoetry run pytest\n\nrelease:\n\t./release\n\ninvoices:\n\tpoetry run bill\n' >Makefile
commit 'Add billing'
git push -qu origin main
branches tax-rules
# A merge that stopped at a conflict.
echo '# ours' >>billing/invoice.py
commit 'invoice: ours'
git checkout -q tax-rules
echo '# theirs' >>billing/invoice.py
commit 'invoice: theirs'
git checkout -q main
git merge -q tax-rules >/dev/null 2>&1 || true

repo src/terra
put README.md main.tf variables.tf outputs.tf env/{staging,production}.tfvars modules/{network,database}/main.tf
printf 'resource "aws_instance" "bastion" {}\nresource "aws_db_instance" "portal" {}\nmodule "network" {\n  source = "./modules/network"\n}\n' >main.tf
mkdir -p .terraform && put plan.out
printf '.terraform\nplan.out\n' >.gitignore
commit 'Add terraform'
git push -qu origin main
branches bigger-db

cd "$HOME"
mkdir -p .ssh .kube Downloads notes dumps .config/systemd/user
put Downloads/{cert.pem,orders.csv,screen.png,portal-logs.tar.gz} notes/{todo,oncall,retro}.md dumps/{portal-2024-11-20,portal-2024-11-21}.sql.gz
for unit in tunnel.service sync-notes.timer; do
  printf '[Unit]\nDescription=%s\n' "$unit" >.config/systemd/user/$unit
done
put .ssh/{id_ed25519,id_ed25519.pub,known_hosts,staging.pem} .tmux.conf .zshrc
: >.ssh/known_hosts
cat >.ssh/config <<'T'
Host bastion
  HostName bastion.portal.example
  User dev
Host staging-web staging-api
  ProxyJump bastion
  User deploy
Host replica
  HostName 10.20.0.8
  User postgres
T
cat >.kube/config <<'T'
apiVersion: v1
kind: Config
current-context: staging
contexts:
- name: staging
  context: {cluster: staging, user: dev, namespace: portal}
- name: production
  context: {cluster: production, user: dev, namespace: portal}
- name: kind-local
  context: {cluster: kind-local, user: dev}
clusters:
- {name: staging, cluster: {server: "https://127.0.0.1:1"}}
- {name: production, cluster: {server: "https://127.0.0.1:1"}}
- {name: kind-local, cluster: {server: "https://127.0.0.1:1"}}
users:
- {name: dev, user: {}}
T
program kubectl 'case "$*" in
*get*pod*-o*name*) printf "pod/api-7d9f-x1\npod/api-7d9f-x2\npod/worker-0\npod/web-66b-k2\n";;
*get*pod*) printf "api-7d9f-x1\napi-7d9f-x2\nworker-0\nweb-66b-k2\n";;
*get*deploy*-o*name*) printf "deployment.apps/api\ndeployment.apps/web\n";;
*get*deploy*) printf "api\nweb\n";;
*get*secret*-o*name*) printf "secret/portal-db\nsecret/tls-portal\n";;
*get*n*s*-o*name*) printf "namespace/default\nnamespace/portal\nnamespace/monitoring\n";;
*get*n*s*) printf "default\nportal\nmonitoring\n";;
*get-contexts*) printf "staging\nproduction\nkind-local\n";;
esac'
program docker 'case "$*" in
*ps*) printf "portal-web-1\nportal-api-1\nportal-db-1\nportal-cache-1\nscratch\n";;
*images*|*image*ls*) printf "portal-api:latest\nportal-web:latest\npostgres:16\nredis:7\n";;
*volume*ls*) printf "portal_dbdata\nportal_cache\n";;
*network*ls*) printf "bridge\nportal_default\n";;
*"config --services"*) printf "web\napi\nworker\ndb\ncache\n";;
*context*ls*) printf "default\nbuild-box\n";;
esac'
program systemctl 'case "$*" in
*--user*list-unit-files*) printf "tunnel.service enabled enabled\nsync-notes.timer enabled enabled\n";;
*--user*list-units*) printf "tunnel.service loaded active running Tunnel\nsync-notes.timer loaded active waiting Notes\n";;
*list-unit-files*) printf "postgresql.service enabled enabled\nredis-server.service enabled enabled\ndocker.service enabled enabled\nnginx.service enabled enabled\n";;
*list-units*) printf "postgresql.service loaded active running Database\nredis-server.service loaded active running Redis\ndocker.service loaded active running Docker\nnginx.service loaded failed failed Web\n";;
esac'
program tmux 'case "$*" in *list-sessions*|ls*) printf "portal\noncall\n";; esac'
program psql 'case "$*" in *-l*|*datname*) printf "portal_dev\nportal_test\nbilling\n";; esac'
program ssh 'case "$*" in *stagign*|*basiton*) exit 255;; esac'
program pnpm 'case "$1" in isntall|rnu|tset) exit 1;; esac'
program terraform 'case "$*" in *workspace*list*) printf "default\nstaging\nproduction\n";; *state*list*) printf "aws_instance.bastion\naws_db_instance.portal\n";; esac'
programs gh uv poetry python python3 pytest ruff mypy alembic uvicorn celery npx npm node vite vitest eslint tsc \
  scp rsync sudo journalctl pg_dump pg_restore createdb redis-cli kubectx kubens stern helm aws http curl jq code nvim \
  xdg-open mkcert ngrok direnv pre-commit man lsof tar gzip gunzip less watch htop
