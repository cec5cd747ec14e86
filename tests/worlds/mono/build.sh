#!/usr/bin/env bash
# A front-end developer in a TypeScript monorepo: pnpm and turbo, a component
# library, end-to-end tests, pull requests. See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo proj/atlas
cat >package.json <<'T'
{"name": "atlas", "private": true, "packageManager": "pnpm@9.12.0",
 "scripts": {"dev": "turbo dev", "build": "turbo build", "test": "turbo test",
  "lint": "turbo lint", "e2e": "playwright test", "e2e:ui": "playwright test --ui",
  "format": "prettier --write .", "changeset": "changeset", "clean": "turbo clean"},
 "devDependencies": {"turbo": "2.1.0", "prettier": "3.3.0", "typescript": "5.6.0",
  "vitest": "2.1.0", "@playwright/test": "1.48.0", "@changesets/cli": "2.27.0"}}
T
printf 'packages:\n  - "apps/*"\n  - "packages/*"\n' >pnpm-workspace.yaml
cat >turbo.json <<'T'
{"$schema": "https://turbo.build/schema.json",
 "tasks": {"build": {"dependsOn": ["^build"]}, "dev": {"cache": false}, "test": {}, "lint": {}, "typecheck": {}, "clean": {}}}
T
pack() { # DIRECTORY NAME SCRIPTS
  mkdir -p "$1/src"
  printf '{"name": "%s", "version": "1.2.0", "scripts": {%s}}\n' "$2" "$3" >"$1/package.json"
}
pack apps/dashboard @atlas/dashboard '"dev": "vite", "build": "vite build", "preview": "vite preview", "test": "vitest run"'
pack apps/docs @atlas/docs '"dev": "astro dev", "build": "astro build"'
pack packages/ui @atlas/ui '"build": "tsup", "storybook": "storybook dev -p 6006", "test": "vitest run"'
pack packages/charts @atlas/charts '"build": "tsup", "test": "vitest run"'
pack packages/tokens @atlas/tokens '"build": "style-dictionary build"'
put README.md CONTRIBUTING.md CHANGES .editorconfig .prettierrc playwright.config.ts vitest.config.ts \
  apps/dashboard/{index.html,vite.config.ts} apps/dashboard/src/{main,router}.ts \
  apps/dashboard/src/pages/{Overview,Billing,Team}.tsx apps/docs/src/intro.mdx \
  packages/ui/src/{Button,Dialog,Toast,index}.tsx packages/ui/src/{Button,Dialog}.test.tsx \
  packages/charts/src/{bar,line,scale}.ts packages/charts/src/scale.test.ts packages/tokens/src/color.json \
  e2e/{billing,login,team}.spec.ts .changeset/config.json .github/workflows/ci.yml scripts/release.mjs
mkdir -p node_modules/.bin node_modules/{turbo,prettier,typescript,vitest}
for tool in turbo prettier tsc tsserver vitest playwright changeset; do
  printf '#!/bin/sh\n' >node_modules/.bin/$tool
  chmod +x node_modules/.bin/$tool
done
cat >justfile <<'T'
# Start the database and the dashboard
up:
    docker compose up -d
    pnpm dev

# Take the production data, without persons
snapshot env="stage":
    ./scripts/snapshot {{env}}

screenshots:
    pnpm e2e --update-snapshots
T
cat >compose.yaml <<'T'
services:
  api:
    image: atlas/api
  pg:
    image: postgres:16
  minio:
    image: minio/minio
  traefik:
    image: traefik:3
T
printf 'node_modules\ndist\n.turbo\n.env.local\ntest-results\n' >.gitignore
commit 'Add atlas'
git push -qu origin main
branches feat/team-invites feat/chart-zoom fix/toast-focus chore/vite-6 release/1.2
for subject in 'ui: trap focus in the dialog' 'charts: log scale' 'dashboard: split the router' 'tokens: a darker red'; do
  echo "// $subject" >>packages/charts/src/scale.ts
  commit "$subject"
done
git push -q
git tag ui@1.1.0 HEAD~4
git tag ui@1.2.0 HEAD~2
git tag dashboard@1.2.0
git -C "$HOME" init -q --bare remotes/atlas-fork.git
git remote add fork "$HOME/remotes/atlas-fork.git"
# A branch behind main that conflicts with it.
git checkout -qb feat/dark-mode HEAD~3
echo '// dark' >>packages/charts/src/scale.ts
commit 'wip: dark mode'
git checkout -q main
echo '// later' >>packages/ui/src/Toast.tsx
git stash -qm 'toast: a queue'
git worktree add -q ../atlas-release release/1.2
mkdir -p apps/dashboard/dist test-results && put apps/dashboard/dist/index.html test-results/trace.zip
echo '// zoom' >>packages/charts/src/line.ts
echo '// page' >>apps/dashboard/src/pages/Billing.tsx
git add apps/dashboard/src/pages/Billing.tsx
put packages/charts/src/axis.ts

repo proj/gateway
cat >package.json <<'T'
{"name": "gateway", "version": "0.4.1", "type": "module",
 "scripts": {"start": "node server.js", "watch": "node --watch server.js", "test": "node --test",
  "migrate": "knex migrate:latest", "deploy": "wrangler deploy"},
 "dependencies": {"fastify": "5.0.0", "knex": "3.1.0", "pino": "9.4.0"},
 "devDependencies": {"wrangler": "3.80.0"}}
T
printf '{"lockfileVersion": 3, "name": "gateway", "packages": {}}\n' >package-lock.json
put README.md server.js routes/{users,teams}.js migrations/001_users.js test/users.test.js wrangler.toml .nvmrc
mkdir -p node_modules/.bin
for tool in knex wrangler pino; do
  printf '#!/bin/sh\n' >node_modules/.bin/$tool
  chmod +x node_modules/.bin/$tool
done
printf 'node_modules\n*.log\n' >.gitignore
commit 'Add the gateway'
git push -qu origin main
branches rate-limit

cd "$HOME"
mkdir -p .ssh Downloads Desktop snippets
put Downloads/{icons.zip,figma-export.svg,invoice-0932.pdf,Inter.woff2} snippets/{git,regex}.md \
  'Desktop/Screen Shot 1.png'
printf 'Host preview-box\n  HostName 10.7.0.3\n  User deploy\nHost ci-runner\n  User ci\nHost github.com\n  User git\n' >.ssh/config
program docker 'case "$*" in
*ps*) printf "atlas-api-1\natlas-pg-1\natlas-minio-1\natlas-traefik-1\n";;
*images*) printf "atlas/api:latest\npostgres:16\n";;
*volume*ls*) printf "atlas_pgdata\natlas_minio\n";;
*network*ls*) printf "bridge\natlas_default\n";;
*"config --services"*) printf "api\npg\nminio\ntraefik\n";;
esac'
program ssh 'case "$*" in *preveiw*) exit 255;; esac'
program pnpm 'case "$1" in isntall|rnu) exit 1;; esac'
programs npm npx node corepack turbo vitest playwright just gh vercel wrangler code scp rsync \
  fnm curl http bat tmux xdg-open xclip psql fd
