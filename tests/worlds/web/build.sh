#!/usr/bin/env bash
# A web developer: a workspace of packages with compose, and an old PHP site.
# See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo sites/orchard
cat >package.json <<'T'
{"name": "orchard", "version": "3.4.0", "private": true,
 "workspaces": ["packages/*"],
 "scripts": {"start": "next start", "dev": "next dev -p 4000", "build": "next build",
  "test": "jest", "test:watch": "jest --watch", "lint": "eslint .", "lint:fix": "eslint . --fix",
  "typecheck": "tsc --noEmit", "db:seed": "tsx prisma/seed.ts"},
 "dependencies": {"next": "14.1.0", "react": "18.2.0", "zod": "3.22.0"},
 "devDependencies": {"eslint": "8.56.0", "jest": "29.7.0", "prettier": "3.2.0", "typescript": "5.3.0"}}
T
for package in ui api-client; do
  mkdir -p packages/$package/src
  printf '{"name": "@orchard/%s", "version": "1.0.0", "scripts": {"build": "tsc", "storybook": "storybook dev"}}\n' \
    $package >packages/$package/package.json
  put packages/$package/src/index.ts
done
mkdir -p node_modules/{next,react,zod,eslint,jest,prettier,typescript,.bin}
for tool in next eslint jest prettier tsc tsserver; do
  printf '#!/bin/sh\n' >node_modules/.bin/$tool
  chmod +x node_modules/.bin/$tool
done
for module in next react zod eslint jest prettier typescript; do
  printf '{"name": "%s", "version": "1.0.0"}\n' $module >node_modules/$module/package.json
done
printf 'node_modules\n.next\n.env.local\n' >.gitignore
put README.md CHANGES .env.example .eslintrc.js next.config.js prisma/{seed.ts,schema.prisma} \
  app/{layout,page}.tsx app/orders/page.tsx app/orders/row.tsx app/login/page.tsx \
  lib/{money,session,db}.ts tests/{money,orders}.test.ts public/logo.svg
printf '{"compilerOptions": {"strict": true}}\n' >tsconfig.json
cat >compose.yaml <<'T'
services:
  app:
    build: {context: ., target: dev}
  postgres:
    image: postgres:16
  redis:
    image: redis:7
  mailpit:
    image: axllent/mailpit
T
cat >Dockerfile <<'T'
FROM node:20-alpine AS deps
RUN npm ci
FROM deps AS dev
CMD ["npm", "run", "dev"]
FROM deps AS build
RUN npm run build
FROM node:20-alpine AS prod
COPY --from=build /app/.next /app/.next
T
commit 'Add orchard'
git push -qu origin main
branches feature/coupons feature/order-search fix/session-expiry deps/next-14 hotfix/3.3.1
for subject in 'orders: sort by date' 'login: keep the query' 'money: round half up' 'ui: darker borders'; do
  echo "// $subject" >>lib/money.ts
  commit "$subject"
done
git push -q
git tag v3.3.0 HEAD~4
git tag v3.3.1 HEAD~3
git tag v3.4.0
echo '// a' >>lib/db.ts
git stash -qm 'db: try a pool'
echo '// b' >>app/orders/page.tsx
echo '// c' >>lib/session.ts
git add lib/session.ts
put app/orders/filter.tsx

repo sites/cafe
cat >composer.json <<'T'
{"name": "cafe/site", "require": {"php": ">=8.1"},
 "scripts": {"serve": "php -S localhost:8000", "fix": "php-cs-fixer fix", "cs": "phpcs"}}
T
cat >deno.json <<'T'
{"tasks": {"bundle": "deno run build.ts", "watch": "deno run --watch build.ts"}}
T
cat >Rakefile <<'T'
desc "Upload the site"
task :deploy do
end
namespace :images do
  desc "Make small images"
  task :shrink do
  end
end
T
put README.md index.php menu.php css/site.css css/print.css js/menu.js build.ts
printf '.PHONY: sync\nsync:\n\trsync -a . cafe-host:www/\n' >Makefile
commit 'Add the site'
git push -qu origin main
branches winter-menu

cd "$HOME"
mkdir -p reports .ssh Downloads 'Documents/Invoices 2024'
put Downloads/{logo-new.svg,fonts.zip,export.csv} 'Downloads/Offer Müller.pdf' \
  'Documents/Invoices 2024/January.pdf' Documents/notes.md
printf 'Host cafe-host\n  HostName 10.4.0.2\nHost preview\n  User deploy\n' >.ssh/config
programs npm npx node pnpm yarn deno composer rake php ssh scp code gh
program docker 'case "$*" in
*ps*) printf "orchard-app-1\norchard-postgres-1\norchard-redis-1\n";;
*images*) printf "node:20-alpine\npostgres:16\n";;
*volume*ls*) printf "orchard_pg\n";;
*"config --services"*) printf "app\npostgres\nredis\nmailpit\n";;
esac'
