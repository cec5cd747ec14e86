#!/usr/bin/env bash
# A Java developer: a Maven and a Gradle repository, containers, a cluster and a
# database. See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo dev/ledger
put README.md CHANGES.md Dockerfile .gitignore .mvn/maven.config \
  core/src/main/java/org/ledger/{Account,Entry,Booking}.java \
  core/src/test/java/org/ledger/{AccountTest,BookingTest}.java \
  web/src/main/java/org/ledger/web/{LedgerController,LedgerApplication}.java \
  web/src/main/resources/application.yml web/src/main/resources/application-dev.yml \
  web/src/main/resources/db/migration/V{1__accounts,2__entries}.sql \
  docs/{booking-rules,release}.md sql/{seed,reset}.sql
cat >pom.xml <<'T'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.ledger</groupId>
  <artifactId>ledger</artifactId>
  <version>2.4.0-SNAPSHOT</version>
  <packaging>pom</packaging>
  <modules>
    <module>core</module>
    <module>web</module>
  </modules>
  <profiles>
    <profile><id>integration</id></profile>
    <profile><id>native</id></profile>
  </profiles>
</project>
T
for module in core web; do
  cat >$module/pom.xml <<T
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent><groupId>org.ledger</groupId><artifactId>ledger</artifactId><version>2.4.0-SNAPSHOT</version></parent>
  <artifactId>ledger-$module</artifactId>
</project>
T
done
printf '#!/bin/sh\nexec mvn "$@"\n' >mvnw
chmod +x mvnw
cat >Dockerfile <<'T'
FROM maven:3.9 AS build
RUN mvn package
FROM eclipse-temurin:21 AS runtime
COPY --from=build /app.jar /app.jar
T
cat >docker-compose.yml <<'T'
services:
  ledger:
    build: .
  db:
    image: postgres:16
  broker:
    image: rabbitmq:3
  keycloak:
    image: quay.io/keycloak/keycloak
T
printf 'target/\n*.log\n' >.gitignore
commit 'Add the ledger'
git push -qu origin main
branches feature/multi-currency feature/audit-trail bugfix/rounding release/2.3
for subject in 'core: round half even' 'web: page the entries' 'db: index on booking date'; do
  echo "// $subject" >>core/src/main/java/org/ledger/Booking.java
  commit "$subject"
done
git push -q
git tag v2.2.0 HEAD~3
git tag v2.3.0 HEAD~1
# Both change the same line: a merge of it conflicts.
git checkout -qb feature/closing
echo '// closes the month' >core/src/main/java/org/ledger/Account.java
commit 'core: close a month'
git checkout -q main
echo '// opens an account' >core/src/main/java/org/ledger/Account.java
commit 'core: open an account'
git push -q
echo '// half done' >>web/src/main/java/org/ledger/web/LedgerController.java
git stash -q
git worktree add -q ../ledger-2.3 release/2.3
mkdir -p core/target web/target/surefire-reports
put web/target/ledger-web-2.4.0-SNAPSHOT.jar web/target/surefire-reports/BookingTest.txt
echo '// a rule' >>core/src/main/java/org/ledger/Booking.java
echo 'server.port: 8081' >>web/src/main/resources/application-dev.yml
put core/src/main/java/org/ledger/Currency.java

repo dev/courier
put README.md settings.gradle.kts gradle/wrapper/gradle-wrapper.properties \
  app/src/main/kotlin/Main.kt app/src/test/kotlin/RouteTest.kt lib/src/main/java/Route.java
printf 'rootProject.name = "courier"\ninclude("app", "lib")\n' >settings.gradle.kts
printf 'plugins { java }\ntasks.register("smokeTest") { }\ntasks.register("deployStage") { }\n' >build.gradle.kts
printf 'plugins { application }\n' >app/build.gradle.kts
printf 'plugins { `java-library` }\n' >lib/build.gradle.kts
printf '#!/bin/sh\nexec gradle "$@"\n' >gradlew
chmod +x gradlew
commit 'Add the courier'
git push -qu origin main
branches kotlin-2 retry-policy
mkdir -p k8s/overlays/dev k8s/base
put k8s/base/{deployment,service}.yaml
printf 'resources: [../../base]\n' >k8s/overlays/dev/kustomization.yaml
commit 'Add the cluster files'
git push -q

cd "$HOME"
mkdir -p .ssh .kube dumps Downloads notes .m2 bin
put dumps/ledger-{stage,live}.sql dumps/old.sql.gz notes/{retro,todo}.md \
  Downloads/{jdk-21_linux-x64.tar.gz,visualvm.zip,invoice.pdf} .m2/settings.xml
mkdir -p tmp/pack/etc && put tmp/pack/etc/app.conf
tar -czf Downloads/kafka_2.13-3.8.0.tgz -C tmp pack
rm -r tmp
cat >.ssh/config <<'T'
Host build-agent
  HostName 10.3.0.7
  User ci
Host stage-app live-app
  User deploy
Host db-bastion
  HostName bastion.example.com
T
cat >.kube/config <<'T'
apiVersion: v1
kind: Config
current-context: dev
contexts:
- name: dev
  context: {cluster: dev, user: me, namespace: ledger-dev}
- name: prod
  context: {cluster: prod, user: me, namespace: ledger}
clusters:
- {name: dev, cluster: {server: "https://127.0.0.1:1"}}
- {name: prod, cluster: {server: "https://127.0.0.1:1"}}
users:
- {name: me, user: {}}
T
program kubectl 'case "$*" in
*get*pod*-o*name*) printf "pod/ledger-web-77d9c-kx2lp\npod/courier-6b4f-9qwrt\npod/rabbit-0\n";;
*get*pod*) printf "ledger-web-77d9c-kx2lp\ncourier-6b4f-9qwrt\nrabbit-0\n";;
*get*deploy*-o*name*) printf "deployment.apps/ledger-web\ndeployment.apps/courier\n";;
*get*deploy*) printf "ledger-web\ncourier\n";;
*get*n*s*-o*name*) printf "namespace/default\nnamespace/ledger\nnamespace/ledger-dev\n";;
*get*n*s*) printf "default\nledger\nledger-dev\n";;
*get-contexts*) printf "dev\nprod\n";;
esac'
program docker 'case "$*" in
*ps*) printf "ledger-db-1\nledger-broker-1\nledger-keycloak-1\nsonar\n";;
*images*) printf "postgres:16\nledger:latest\neclipse-temurin:21\n";;
*volume*ls*) printf "ledger_pgdata\nsonar_data\n";;
*network*ls*) printf "bridge\nledger_default\n";;
*"config --services"*) printf "ledger\ndb\nbroker\nkeycloak\n";;
esac'
program psql 'case "$*" in *pg_database*) printf "ledger\nledger_test\npostgres\n";; esac'
program jps 'printf "4711 LedgerApplication\n4812 GradleDaemon\n"'
program ssh 'case "$*" in *agnet*) exit 255;; esac'
programs mvn gradle java javac jar jcmd jstack sdk idea scp rsync curl http \
  createdb dropdb pg_dump pg_restore pg_isready sudo tmux vim code man apt jq xmllint keytool
