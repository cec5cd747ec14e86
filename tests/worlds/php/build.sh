#!/usr/bin/env bash
# A PHP developer: two Laravel shops, a theme, a server they deploy to; notes,
# images and archives beside them. See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo www/tickets
put README.md .env.example phpunit.xml vite.config.js pint.json \
  app/Models/{Event,Seat,Order,User}.php app/Http/Controllers/{Event,Order}Controller.php \
  app/Mail/OrderPaid.php routes/{web,api,console}.php config/{app,database,queue}.php \
  database/migrations/2024_01_01_000000_create_events_table.php \
  database/migrations/2024_02_01_000000_create_orders_table.php \
  database/seeders/{DatabaseSeeder,EventSeeder}.php \
  resources/views/{welcome,checkout}.blade.php resources/css/app.css resources/js/{app,bootstrap}.js \
  tests/Feature/{CheckoutTest,EventTest}.php tests/Unit/PriceTest.php public/index.php
cat >artisan <<'T'
#!/usr/bin/env php
<?php
T
chmod +x artisan
cat >composer.json <<'T'
{
  "name": "tickets/app",
  "require": {"php": "^8.3", "laravel/framework": "^11.0", "stripe/stripe-php": "^15.0"},
  "require-dev": {"phpunit/phpunit": "^11.0", "laravel/pint": "^1.0", "larastan/larastan": "^2.0"},
  "scripts": {"test": "phpunit", "format": "pint", "analyse": "phpstan analyse"}
}
T
cat >package.json <<'T'
{
  "name": "tickets",
  "scripts": {"dev": "vite", "build": "vite build", "lint": "eslint resources/js", "preview": "vite preview"},
  "devDependencies": {"vite": "^5.0.0", "laravel-vite-plugin": "^1.0.0", "tailwindcss": "^3.4.0", "eslint": "^9.0.0"},
  "dependencies": {"alpinejs": "^3.13.0"}
}
T
cat >docker-compose.yml <<'T'
services:
  laravel.test:
    image: sail-8.3/app
  mysql:
    image: mysql:8
  redis:
    image: redis:alpine
  mailpit:
    image: axllent/mailpit
T
printf 'vendor/\nnode_modules/\n.env\nstorage/logs/\npublic/build/\n' >.gitignore
mkdir -p node_modules/.bin vendor/bin storage/logs
for name in vite eslint tailwindcss; do
  printf '#!/bin/sh\n' >node_modules/.bin/$name
  chmod +x node_modules/.bin/$name
done
for name in phpunit pint phpstan sail; do
  printf '#!/bin/sh\n' >vendor/bin/$name
  chmod +x vendor/bin/$name
done
put .env storage/logs/laravel.log
commit 'Add the ticket shop'
git push -qu origin main
branches feature/seat-map feature/vouchers fix/double-charge upgrade/laravel-12
for subject in 'Orders: lock the seat' 'Mail: attach the ticket' 'Checkout: show the fee'; do
  echo "// $subject" >>app/Models/Order.php
  commit "$subject"
done
git push -q
git tag 1.8.0 HEAD~2
git tag 1.9.0
echo '// typo' >>app/Models/Event.php
git stash -q
echo '// fee' >>app/Http/Controllers/OrderController.php
echo '/* wide */' >>resources/css/app.css
put app/Models/Voucher.php tests/Feature/VoucherTest.php
git add app/Models/Voucher.php

repo www/theme-oak
put README.md style.css functions.php header.php footer.php src/{main,menu}.scss \
  images/{hero,logo}.svg
printf '{"name": "theme-oak", "scripts": {"watch": "sass --watch", "zip": "zip -r oak.zip ."}}\n' >package.json
commit 'Add the theme'
git push -qu origin main
branches dark-mode

repo www/infra
put README.md nginx/sites/{tickets,blog}.conf nginx/nginx.conf systemd/{queue,horizon}.service \
  deploy.php inventory.ini scripts/{backup,restore}-db.sh
chmod +x scripts/*.sh
printf '.PHONY: deploy rollback reload\ndeploy:\n\t@echo deployed\nrollback:\n\t@echo back\nreload:\n\t@echo reload\n' >Makefile
commit 'Add the servers'
git push -qu origin main
branches php-8.4

cd "$HOME"
mkdir -p .ssh notes Pictures/banners archive backups
put notes/{deploy-checklist,ideas,phone-calls}.md Pictures/{poster,stage}.jpg Pictures/logo.png \
  backups/tickets-{mon,tue}.sql backups/blog.sql.gz .ssh/id_ed25519.pub
mkdir old-blog && put old-blog/index.php
tar -czf archive/old-blog.tar.gz old-blog
rm -r old-blog
put archive/photos-2023.zip archive/theme-pine.zip
cat >.ssh/config <<'T'
Host web1 web2
  User forge
Host staging
  HostName staging.tickets.example
  User forge
Host db1
  HostName 10.20.0.4
T
program docker 'case "$*" in
*ps*) printf "tickets-mysql-1\ntickets-redis-1\ntickets-mailpit-1\n";;
*images*) printf "mysql:8\nredis:alpine\nsail-8.3/app:latest\n";;
*volume*ls*) printf "tickets_sail-mysql\ntickets_sail-redis\n";;
*network*ls*) printf "bridge\ntickets_sail\n";;
*"config --services"*) printf "laravel.test\nmysql\nredis\nmailpit\n";;
esac'
program systemctl 'case "$*" in
*list-unit-files*) printf "nginx.service enabled enabled\nphp8.3-fpm.service enabled enabled\nmysql.service enabled enabled\nqueue-worker.service enabled enabled\ncertbot.timer enabled enabled\n";;
*list-units*) printf "nginx.service loaded active running Web server\nphp8.3-fpm.service loaded active running FPM\nmysql.service loaded active running MySQL\nqueue-worker.service loaded failed failed Queue\ncertbot.timer loaded active waiting Certificates\n";;
esac'
program php 'case "$*" in
*"artisan list"*) printf "about\ncache:clear\nconfig:cache\ndb:seed\nmake:controller\nmake:migration\nmake:model\nmigrate\nmigrate:fresh\nmigrate:rollback\nqueue:restart\nqueue:work\nroute:list\nserve\ntest\ntinker\n";;
esac'
program mysql 'case "$*" in *"show databases"*|*"SHOW DATABASES"*) printf "tickets\ntickets_test\nblog\n";; esac'
program ssh 'case "$*" in *wbe1*) exit 255;; esac'
programs composer npm npx node yarn scp rsync curl sudo tmux vim nano code man apt \
  mysqldump mysqladmin nginx certbot journalctl convert mogrify identify ffmpeg wget \
  redis-cli phpunit dep xdg-open crontab stripe gh
