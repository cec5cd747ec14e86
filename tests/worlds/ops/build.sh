#!/usr/bin/env bash
# An operator: servers, clusters, containers, units; two repositories of
# configuration. See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo infra/platform
mkdir -p ansible/roles/{nginx,postgres,users}/tasks terraform/{modules/vpc,envs/stage,envs/live} k8s/{base,overlays/stage,overlays/live} scripts
put README.md CHANGES ansible/{site,upgrade,backup}.yml ansible/inventory/{stage,live}.ini \
  ansible/roles/nginx/tasks/main.yml ansible/roles/postgres/tasks/main.yml \
  terraform/envs/stage/main.tf terraform/envs/live/main.tf terraform/envs/stage/stage.tfvars \
  scripts/{rotate-keys,drain-node}.sh
chmod +x scripts/*.sh
printf '[web]\nedge-1\nedge-2\n[db]\npg-main\n' >ansible/inventory/live.ini
for kind in deployment service ingress; do
  printf 'apiVersion: v1\nkind: %s\nmetadata:\n  name: checkout\n' "${kind^}" >k8s/base/$kind.yaml
done
for overlay in stage live; do
  printf 'namespace: shop-%s\n' $overlay >k8s/overlays/$overlay/kustomization.yaml
done
cat >Makefile <<'T'
ENV ?= stage

.PHONY: plan apply lint vault inventory
plan: ## Show what terraform would change
	terraform -chdir=terraform/envs/$(ENV) plan
apply: ## Apply the plan
	terraform -chdir=terraform/envs/$(ENV) apply
lint:
	ansible-lint ansible
vault:
	ansible-vault edit ansible/vault.yml
inventory:
	ansible-inventory --graph
T
commit 'Add the platform'
git push -qu origin main
branches ingress-tls pg-16-upgrade drain-nodes
for subject in 'nginx: raise limits' 'k8s: two replicas' 'terraform: tag the vpc'; do
  echo "# $subject" >>ansible/site.yml
  commit "$subject"
done
git push -q
git tag 2024.10 HEAD~2
git tag 2024.11
echo '# x' >>k8s/base/ingress.yaml
echo '# y' >>ansible/roles/nginx/tasks/main.yml
put k8s/base/networkpolicy.yaml

repo infra/monitoring
put README.md prometheus/prometheus.yml prometheus/rules/{disk,latency}.yml \
  grafana/dashboards/overview.json alertmanager.yml
cat >docker-compose.yml <<'T'
services:
  prometheus:
    image: prom/prometheus
  grafana:
    image: grafana/grafana
  alertmanager:
    image: prom/alertmanager
  loki:
    image: grafana/loki
T
commit 'Add monitoring'
git push -qu origin main
branches longer-retention

cd "$HOME"
mkdir -p .ssh .kube logs backup incident
put logs/{access,error,audit}.log logs/access.log.1 backup/pg-2024-11-20.dump .ssh/id_ed25519 .ssh/id_ed25519.pub
cat >.ssh/config <<'T'
Host jump
  HostName jump.example.net
  User ops
Host edge-1 edge-2
  ProxyJump jump
Host pg-main
  HostName 10.9.0.5
  User postgres
Host *.lab
  User root
T
cat >.kube/config <<'T'
apiVersion: v1
kind: Config
current-context: stage
contexts:
- name: stage
  context: {cluster: stage, user: ops, namespace: shop-stage}
- name: live
  context: {cluster: live, user: ops, namespace: shop-live}
clusters:
- {name: stage, cluster: {server: "https://127.0.0.1:1"}}
- {name: live, cluster: {server: "https://127.0.0.1:1"}}
users:
- {name: ops, user: {}}
T
program kubectl 'case "$*" in
*get*pod*-o*name*) printf "pod/checkout-5c9d-aaaaa\npod/checkout-5c9d-bbbbb\npod/kafka-0\n";;
*get*pod*) printf "checkout-5c9d-aaaaa\ncheckout-5c9d-bbbbb\nkafka-0\n";;
*get*deploy*-o*name*) echo deployment.apps/checkout;;
*get*deploy*) echo checkout;;
*get*node*-o*name*) printf "node/worker-1\nnode/worker-2\n";;
*get*node*) printf "worker-1\nworker-2\n";;
*get*n*s*-o*name*) printf "namespace/default\nnamespace/kube-system\nnamespace/shop-stage\n";;
*get*n*s*) printf "default\nkube-system\nshop-stage\n";;
*get-contexts*) printf "stage\nlive\n";;
esac'
program docker 'case "$*" in
*ps*) printf "monitoring-grafana-1\nmonitoring-loki-1\nregistry\n";;
*images*) printf "grafana/grafana:latest\nregistry:2\n";;
*volume*ls*) printf "grafana-data\nprom-data\n";;
*network*ls*) printf "bridge\nmonitoring_default\n";;
*"config --services"*) printf "prometheus\ngrafana\nalertmanager\nloki\n";;
esac'
program systemctl 'case "$*" in
*list-unit-files*) printf "nginx.service enabled enabled\npostgresql.service enabled enabled\nchrony.service enabled enabled\nnode-exporter.service enabled enabled\nbackup.timer enabled enabled\n";;
*list-units*) printf "nginx.service loaded active running Web server\npostgresql.service loaded active running Database\nchrony.service loaded active running Time\nnode-exporter.service loaded failed failed Metrics\nbackup.timer loaded active waiting Backup\n";;
esac'
programs helm terraform ansible ansible-playbook ansible-vault ansible-lint ssh scp rsync \
  journalctl nginx kubectx stern k9s ss tcpdump dig nc sudo promtool aws restic
