#!/usr/bin/env bash
# A freelancer's week: a Laravel shop, a Symfony portal, a WordPress site, a Rails
# booking, an Astro site with Storybook, the servers of the customers; dumps, pictures
# and films beside them. See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo www/bakery
put README.md .env.example phpunit.xml vite.config.js pint.json phpstan.neon app/Models/{Cake,Order,Customer}.php \
  app/Http/Controllers/{Cake,Order}Controller.php app/Jobs/SendReceipt.php app/Console/Commands/CloseDay.php \
  routes/{web,api,console}.php config/{app,database,mail,queue}.php database/seeders/{DatabaseSeeder,CakeSeeder}.php \
  database/migrations/2024_03_01_090000_create_cakes_table.php database/migrations/2024_03_02_090000_create_orders_table.php \
  resources/views/{home,basket,checkout}.blade.php resources/css/app.css resources/js/{app,basket}.js \
  tests/Feature/{BasketTest,CheckoutTest}.php tests/Unit/PriceTest.php public/index.php
printf '#!/usr/bin/env php\n<?php\n' >artisan
chmod +x artisan
cat >composer.json <<'T'
{
  "name": "bakery/shop",
  "require": {"php": "^8.3", "laravel/framework": "^11.0", "mollie/laravel-mollie": "^3.0"},
  "require-dev": {"pestphp/pest": "^3.0", "laravel/pint": "^1.0", "larastan/larastan": "^2.0"},
  "scripts": {"test": "pest", "fix": "pint", "stan": "phpstan analyse"}
}
T
printf '{"packages": [{"name": "laravel/framework"}, {"name": "mollie/laravel-mollie"}], "packages-dev": [{"name": "pestphp/pest"}]}\n' >composer.lock
printf '{"name": "bakery", "scripts": {"dev": "vite", "build": "vite build"}, "devDependencies": {"vite": "^5.0.0", "tailwindcss": "^3.4.0"}}\n' >package.json
printf 'services:\n  app:\n    image: bakery/app\n  mysql:\n    image: mysql:8\n  redis:\n    image: redis:7\n  mailpit:\n    image: axllent/mailpit\n' >compose.yaml
printf 'vendor/\nnode_modules/\n.env\nstorage/logs/\npublic/build/\n' >.gitignore
mkdir -p vendor/bin storage/logs node_modules/.bin
for name in pest pint phpstan sail; do printf '#!/bin/sh\n' >vendor/bin/$name; chmod +x vendor/bin/$name; done
for name in vite tailwindcss; do printf '#!/bin/sh\n' >node_modules/.bin/$name; chmod +x node_modules/.bin/$name; done
put .env storage/logs/laravel.log
commit 'Sell cakes'
git push -qu origin main
branches feature/gift-cards feature/pickup-slots fix/vat-rounding
for subject in 'Order: round the tax' 'Basket: keep it for a day' 'Mail: a receipt'; do
  echo "// $subject" >>app/Models/Order.php
  commit "$subject"
done
git push -q
git tag v2.3.0 HEAD~2
git tag v2.4.0
echo '// wip' >>routes/web.php
git stash -q
echo '// tax' >>app/Models/Order.php
echo '/* grid */' >>resources/css/app.css
put app/Models/GiftCard.php tests/Feature/GiftCardTest.php
git add app/Models/GiftCard.php

repo www/portal
put README.md .env config/{services,routes}.yaml config/packages/{doctrine,security,messenger}.yaml src/Kernel.php \
  src/Entity/{Member,Course}.php src/Controller/{Home,Member}Controller.php src/Command/ImportMembersCommand.php \
  templates/{base,home}.html.twig migrations/Version20240501.php tests/{MemberTest,CourseTest}.php public/index.php phpunit.xml.dist
mkdir -p bin vendor/bin && printf '#!/usr/bin/env php\n<?php\n' >bin/console && chmod +x bin/console
for name in phpunit php-cs-fixer rector; do printf '#!/bin/sh\n' >vendor/bin/$name; chmod +x vendor/bin/$name; done
printf '{"name": "club/portal", "require": {"symfony/framework-bundle": "^7.0", "doctrine/orm": "^3.0"}, "require-dev": {"symfony/maker-bundle": "^1.0"}, "scripts": {"lint": "php-cs-fixer fix --dry-run"}}\n' >composer.json
printf 'vendor/\nvar/\n' >.gitignore
commit 'Open the portal'
git push -qu origin main
branches feature/waiting-list chore/symfony-7.2
echo '# cache' >>config/packages/doctrine.yaml

repo www/parish
put wp-config.php index.php wp-load.php wp-content/index.php wp-content/themes/{nave,twentytwentyfour}/{style.css,functions.php,index.php} \
  wp-content/plugins/{akismet,events,yoast}/plugin.php wp-content/uploads/2024/11/{fair,choir}.jpg
printf 'wp-content/uploads/\n' >.gitignore
commit 'The parish'
git push -qu origin main
branches redesign

repo work/gym
put README.md config.ru config/{routes,application,database}.rb app/models/{member,lesson,booking}.rb app/controllers/{lessons,bookings}_controller.rb \
  app/views/lessons/{index,show}.html.erb db/schema.rb db/migrate/20240601120000_create_lessons.rb db/seeds.rb \
  spec/models/{member,booking}_spec.rb spec/requests/lessons_spec.rb spec/spec_helper.rb lib/tasks/import.rake log/development.log .rubocop.yml
mkdir -p bin && for name in rails rake setup dev; do printf '#!/bin/sh\n' >bin/$name; chmod +x bin/$name; done
printf 'require_relative "config/application"\nRails.application.load_tasks\n\ndesc "Close the books"\ntask close: :environment do\nend\n' >Rakefile
printf 'namespace :import do\n  desc "Import the members"\n  task members: :environment do\n  end\nend\n' >lib/tasks/import.rake
printf 'source "https://rubygems.org"\ngem "rails", "~> 7.1"\ngem "pg"\ngem "sidekiq"\ngroup :test do\n  gem "rspec-rails"\n  gem "rubocop"\nend\n' >Gemfile
printf 'GEM\n  remote: https://rubygems.org/\n  specs:\n    pg (1.5.6)\n    rails (7.1.3)\n    rspec-rails (6.1.2)\n    rubocop (1.63.0)\n    sidekiq (7.2.2)\n\nDEPENDENCIES\n  pg\n  rails (~> 7.1)\n' >Gemfile.lock
printf 'web: bin/rails server\nworker: bundle exec sidekiq\n' >Procfile.dev
printf 'log/\ntmp/\n' >.gitignore
commit 'Book a lesson'
git push -qu origin main
branches feature/waitlist fix/double-booking
echo '# full' >>app/models/booking.rb
echo '# again' >>spec/models/booking_spec.rb

repo work/tokens
put README.md colours.json spacing.json
commit 'Name the colours'
git push -qu origin main

repo work/site
put README.md src/pages/{index,about,prices}.astro src/layouts/Base.astro src/components/{Button,Card,Hero}.tsx \
  src/components/{Button,Card}.stories.tsx src/content/posts/{hello,autumn}.md public/{favicon.svg,robots.txt} \
  tests/{home,prices}.spec.ts scripts/{shots,links}.mjs tsconfig.json astro.config.mjs eslint.config.js playwright.config.ts .storybook/main.ts .nvmrc
cat >package.json <<'T'
{
  "name": "site",
  "packageManager": "pnpm@9.1.0",
  "scripts": {"dev": "astro dev", "build": "astro build", "preview": "astro preview", "lint": "eslint src",
    "e2e": "playwright test", "storybook": "storybook dev -p 6006", "check": "astro check"},
  "dependencies": {"astro": "^5.0.0", "react": "^18.0.0"},
  "devDependencies": {"storybook": "^8.0.0", "eslint": "^9.0.0", "@playwright/test": "^1.48.0", "typescript": "^5.6.0"}
}
T
put pnpm-lock.yaml
printf 'node_modules/\ndist/\n' >.gitignore
mkdir -p node_modules/.bin
for name in astro eslint playwright storybook tsc; do printf '#!/bin/sh\n' >node_modules/.bin/$name; chmod +x node_modules/.bin/$name; done
git -c protocol.file.allow=always submodule --quiet add "$HOME/remotes/tokens.git" vendor/tokens
commit 'Start the site'
git push -qu origin main
branches feature/blog hotfix/menu renovate/astro-5
git worktree add -q ../site-hotfix hotfix/menu
for subject in 'Hero: smaller' 'Card: a story'; do echo "// $subject" >>src/components/Hero.tsx; commit "$subject"; done
git tag 2024.10 HEAD~1
git tag 2024.11
echo '// wide' >>src/components/Card.tsx

repo servers
put README.md nginx/{nginx.conf,bakery.conf,parish.conf} php/pool.conf scripts/{backup,renew,restore}.sh inventory.ini
chmod +x scripts/*.sh
printf 'ship host:\n    rsync -a nginx/ {{host}}:/etc/nginx/\n\nbackup:\n    scripts/backup.sh\n\ncheck:\n    nginx -t\n' >justfile
commit 'The servers'
git push -qu origin main
branches http3

cd "$HOME"
mkdir -p .ssh dumps films pictures/{raw,web} invoices/2024 'Client files' keys
put dumps/{bakery-1118.sql,bakery-1117.sql.gz,parish.sql} dumps/{gym.dump,sessions.rdb,cakes.csv} films/{tour.mov,choir.mp4,intro.wav} \
  pictures/{hero.png,logo.svg,team.jpg} pictures/raw/{IMG_01,IMG_02}.jpg invoices/2024/{101-bakery,102-parish}.pdf \
  'Client files/brief final.docx' keys/{bakery.pem,site.key,site.csr} .ssh/{id_ed25519,id_ed25519.pub} offer.zip site-dist.tar.gz .bashrc notes.md
printf 'Host bakery-prod bakery-stage\n  User deploy\nHost parish\n  HostName parish.example.org\nHost gym-web1 gym-db\n  User rails\n  ProxyJump jump\nHost jump\n  HostName 198.51.100.4\n' >.ssh/config
program php 'case "$*" in
*"artisan list"*) printf "about\ncache:clear\nconfig:cache\ndb:seed\nmake:controller\nmake:migration\nmake:model\nmigrate\nmigrate:fresh\nmigrate:rollback\nqueue:restart\nqueue:work\nroute:list\nserve\ntest\ntinker\nday:close\n";;
*"bin/console list"*) printf "about\ncache:clear\ncache:warmup\ndebug:router\ndoctrine:migrations:migrate\ndoctrine:schema:update\nmake:entity\nmake:controller\nmessenger:consume\napp:import-members\n";;
*"artisan mirgate"*) exit 1;;
esac'
program wp 'case "$*" in *plugin*list*) printf "akismet\nevents\nyoast\n";; *theme*list*) printf "nave\ntwentytwentyfour\n";; *user*list*) printf "admin\npriest\n";; esac'
program docker 'case "$*" in
*ps*) printf "bakery-mysql-1\nbakery-redis-1\nbakery-mailpit-1\n";;
*images*|*image*ls*) printf "mysql:8\nredis:7\nbakery/app:latest\n";;
*volume*ls*) printf "bakery_mysql\nbakery_redis\n";;
*network*ls*) printf "bridge\nbakery_default\n";;
*"config --services"*) printf "app\nmysql\nredis\nmailpit\n";;
esac'
program systemctl 'case "$*" in
*--user*list-unit*) printf "syncthing.service loaded active running Sync\n";;
*list-unit-files*) printf "nginx.service enabled enabled\nphp8.3-fpm.service enabled enabled\nmysql.service enabled enabled\nredis-server.service enabled enabled\npostgresql.service enabled enabled\ncertbot.timer enabled enabled\n";;
*list-units*) printf "nginx.service loaded active running Web\nphp8.3-fpm.service loaded active running FPM\nmysql.service loaded active running MySQL\nredis-server.service loaded failed failed Redis\npostgresql.service loaded active running PostgreSQL\ncertbot.timer loaded active waiting Certificates\n";;
esac'
program mysql 'case "$*" in *"show databases"*|*"SHOW DATABASES"*) printf "bakery\nbakery_test\nparish\n";; esac'
program psql 'case "$*" in *-l*|*datname*) printf "gym_development\ngym_test\npostgres\n";; esac'
program certbot 'case "$*" in *certificates*) printf "  Certificate Name: bakery.example\n  Certificate Name: parish.example.org\n";; esac'
program ssh 'case "$*" in *bakrey*) exit 255;; esac'
program bundle 'case "$1" in isntall) exit 15;; esac'
program gh 'case "$*" in *"pr list"*) printf "31\tA blog\n34\tAstro 5\n";; esac'
programs composer symfony npm npx pnpm node yarn vite rails rake rspec rubocop gem ruby sidekiq mysqldump mysqladmin mysqlimport pg_dump pg_restore \
  createdb dropdb redis-cli redis-server scp rsync sftp ssh-copy-id ssh-keygen nginx openssl convert mogrify identify magick ffmpeg ffprobe cwebp svgo \
  sudo apt journalctl tmux vim nano code man less curl wget jq zip unzip dig just crontab xdg-open gzip zcat playwright eslint
