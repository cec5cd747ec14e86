#!/usr/bin/env bash
# A Go developer: a service with a Makefile and a Taskfile, and a library.
# See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo code/parcels
cat >go.mod <<'T'
module example.org/parcels

go 1.22

require (
	github.com/jackc/pgx/v5 v5.5.0
	github.com/spf13/cobra v1.8.0
)
T
mkdir -p cmd/parcelsd cmd/parcelctl internal/{route,store,notify} deploy/overlays/{dev,prod} migrations
for main in cmd/parcelsd cmd/parcelctl; do
  printf 'package main\n\nfunc main() {}\n' >$main/main.go
done
for package in route store notify; do
  printf 'package %s\n' $package >internal/$package/$package.go
  printf 'package %s\n\nimport "testing"\n\nfunc TestNew%s(t *testing.T) {}\n\nfunc Test%sTimeout(t *testing.T) {}\n\nfunc Benchmark%s(b *testing.B) {}\n' \
    $package ${package^} ${package^} ${package^} >internal/$package/${package}_test.go
done
put README.md CHANGES migrations/0001_init.sql migrations/0002_routes.sql .env.example
printf 'bin/\ncoverage.out\n' >.gitignore
cat >Makefile <<'T'
IMAGE ?= parcels
VERSION ?= dev

.PHONY: all build test cover lint image push migrate clean
all: build
build: ## Build both programs
	go build -o bin/ ./cmd/...
test: ## Run the unit tests
	go test ./...
cover: ## Write coverage.out
	go test -coverprofile=coverage.out ./...
lint:
	golangci-lint run
image: ## Build the image
	docker build -t $(IMAGE):$(VERSION) .
push: image
	docker push $(IMAGE):$(VERSION)
migrate:
	migrate -path migrations -database $(DSN) up
clean:
	rm -rf bin coverage.out
T
cat >Taskfile.yml <<'T'
version: '3'
tasks:
  dev:
    desc: Run with live reload
    cmds: [air]
  gen:
    desc: Generate mocks
    cmds: [go generate ./...]
  db:reset:
    desc: Drop and create the database
    cmds: [psql]
T
cat >compose.yaml <<'T'
services:
  api:
    build: .
  postgres:
    image: postgres:16
  nats:
    image: nats:2
  jaeger:
    image: jaegertracing/all-in-one
T
cat >Dockerfile <<'T'
FROM golang:1.22 AS build
RUN go build -o /parcelsd ./cmd/parcelsd
FROM build AS test
RUN go test ./...
FROM gcr.io/distroless/base AS final
COPY --from=build /parcelsd /
T
for overlay in dev prod; do
  printf 'namespace: parcels-%s\n' $overlay >deploy/overlays/$overlay/kustomization.yaml
done
commit 'Add parcels'
git push -qu origin main
branches feat/retry-queue feat/route-cache fix/nil-notify
for subject in 'store: use a pool' 'route: cache the table' 'notify: back off'; do
  echo "// $subject" >>internal/store/store.go
  commit "$subject"
done
git push -q
git tag v1.0.0 HEAD~2
git tag v1.1.0
echo '// x' >>internal/route/route.go
echo '// y' >>cmd/parcelctl/main.go
printf 'package route\n' >internal/route/cache.go

repo code/backoff
printf 'module example.org/backoff\n\ngo 1.22\n' >go.mod
printf 'package backoff\n' >backoff.go
printf 'package backoff\n\nimport "testing"\n\nfunc TestJitter(t *testing.T) {}\n' >backoff_test.go
put README.md LICENSE
commit 'Add backoff'
git push -qu origin main
branches jitter

cd "$HOME"
mkdir -p .ssh .kube dumps
put dumps/parcels.sql
printf 'Host staging\n  HostName 10.1.0.2\nHost build-01\n  User ci\n' >.ssh/config
cat >.kube/config <<'T'
apiVersion: v1
kind: Config
current-context: dev
contexts:
- name: dev
  context: {cluster: dev, user: robin, namespace: parcels-dev}
- name: prod
  context: {cluster: prod, user: robin}
clusters:
- {name: dev, cluster: {server: "https://127.0.0.1:1"}}
- {name: prod, cluster: {server: "https://127.0.0.1:1"}}
users:
- {name: robin, user: {}}
T
programs go golangci-lint task air psql golint dlv ssh
program docker 'case "$*" in
*ps*) printf "parcels-api-1\nparcels-nats-1\n";;
*volume*ls*) printf "pgdata\n";;
*"config --services"*) printf "api\npostgres\nnats\njaeger\n";;
esac'
program kubectl 'case "$*" in
*get*pod*-o*name*) printf "pod/parcelsd-6b7f-abcde\npod/nats-0\n";;
*get*pod*) printf "parcelsd-6b7f-abcde\nnats-0\n";;
*get*deploy*-o*name*) echo deployment.apps/parcelsd;;
*get*deploy*) echo parcelsd;;
*get*n*s*-o*name*) printf "namespace/default\nnamespace/parcels-dev\n";;
*get*n*s*) printf "default\nparcels-dev\n";;
*get-contexts*) printf "dev\nprod\n";;
esac'
