// All kubectl commands, in an order in which each finds the objects that it needs.

import { accessCommands } from './kubectl-access-commands.ts'
import { applyCommands } from './kubectl-apply-commands.ts'
import {
  differingCommand,
  commandWithInput,
  plainCommand,
  waitingCommand,
  splitWords,
} from './kubectl-command-builders.ts'
import type { KubectlCommand } from './kubectl-command-builders.ts'
import { changeCommands } from './kubectl-change-commands.ts'
import { customCommands } from './kubectl-custom-commands.ts'

const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'registry.example/web:1' }] },
    },
  },
}

const map = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'made', namespace: 'shop' },
  data: { a: '2' },
}

const applied = (a: string) => ({
  ...map,
  metadata: { ...map.metadata, name: 'applied' },
  data: { a },
})

/** Commands that use Protobuf, Tables and watches on a genuine server. */
export const requiredKubectlCommands: readonly KubectlCommand[] = [
  plainCommand('create namespace shop'),
  plainCommand('get namespaces'),
  plainCommand('get namespace shop -o wide'),
  plainCommand('create configmap made -n shop --from-literal=a=1'),
  plainCommand('create quota few -n shop --hard=pods=3'),
  {
    args: splitWords('get configmaps -n shop -w --field-selector metadata.name=watched'),
    meanwhile: {
      commands: [
        plainCommand('create configmap watched -n shop --from-literal=a=1'),
        plainCommand('delete configmap watched -n shop'),
      ],
      lines: 3,
    },
  },
  plainCommand('auth can-i create pods'),
]

const prose = 'its words for people are its own'
const types = 'it serves fewer types'

export const kubectlCommands: readonly KubectlCommand[] = [
  differingCommand(
    'its own release stands behind the one that it follows',
    plainCommand('version'),
  ),
  differingCommand(types, plainCommand('api-versions')),
  differingCommand(types, plainCommand('api-resources')),
  ...requiredKubectlCommands,
  plainCommand('get namespace shop -o yaml'),
  plainCommand('get namespace shop -o json'),
  plainCommand('get namespace shop -o name'),
  plainCommand('get namespace absent'),
  plainCommand('create namespace shop'),
  plainCommand('create secret generic key -n shop --from-literal=a=1'),
  plainCommand('create serviceaccount robot -n shop'),
  plainCommand('create token robot -n shop'),
  plainCommand('create role reader -n shop --verb=get,list --resource=configmaps'),
  plainCommand('create rolebinding readers -n shop --role=reader --serviceaccount=shop:robot'),
  // Genuine servers repair the addresses of services, and write events about it.
  plainCommand('get events -n shop'),
  plainCommand('events -n shop'),
  plainCommand('create service clusterip front -n shop --tcp=80:8080'),
  commandWithInput('create -f - --dry-run=server', deployment),
  commandWithInput('create -f - --dry-run=server', {
    ...deployment,
    spec: { ...deployment.spec, replicaz: 2 },
  }),
  commandWithInput('create -f -', deployment),
  plainCommand('auth can-i get configmaps -n other --as=system:serviceaccount:shop:robot'),
  plainCommand('auth can-i --list'),
  plainCommand('auth whoami'),
  plainCommand('get all -n shop'),
  plainCommand('get configmap,secret,sa,quota -n shop'),
  plainCommand('get secrets -A'),
  plainCommand('get configmap made -n shop -o jsonpath={.data.a}'),
  plainCommand('get deployments -n shop -l app=web'),
  {
    args: splitWords('get configmaps -n shop --watch-only'),
    meanwhile: { commands: [plainCommand('label configmap made -n shop seen=1')], lines: 2 },
  },
  {
    args: splitWords('get configmaps -n shop --watch-only -o name'),
    meanwhile: {
      commands: [plainCommand('label configmap made -n shop seen=2 --overwrite')],
      lines: 1,
    },
  },
  {
    args: splitWords('get cm -n shop -w --output-watch-events --field-selector metadata.name=made'),
    meanwhile: {
      commands: [plainCommand('label configmap made -n shop seen=3 --overwrite')],
      lines: 3,
    },
  },
  plainCommand('describe namespace shop'),
  plainCommand('describe configmap made -n shop'),
  plainCommand('describe deployment web -n shop'),
  plainCommand('label configmap made -n shop a=b'),
  plainCommand('annotate configmap made -n shop a=b'),
  plainCommand('scale deployment web -n shop --replicas=2'),
  plainCommand('patch deployment web -n shop -p {"spec":{"paused":true}}'),
  plainCommand('patch configmap made -n shop --type=merge -p {"data":{"b":"1"}}'),
  plainCommand('patch configmap made -n shop --type=json -p [{"op":"remove","path":"/data/b"}]'),
  plainCommand('set image deployment/web -n shop web=registry.example/web:2'),
  commandWithInput('replace -f -', map),
  plainCommand('edit configmap made -n shop'),
  plainCommand('wait configmap/made -n shop --for=jsonpath={.data.a}=2 --timeout=5s'),
  plainCommand('wait configmap/absent -n shop --for=delete --timeout=5s'),
  differingCommand('its health checks are its own', plainCommand('get --raw /readyz?verbose')),
  plainCommand('get --raw /api/v1/namespaces/shop/configmaps/absent'),
  differingCommand(prose, plainCommand('explain configmap.data')),
  differingCommand(prose, plainCommand('explain pods.spec --recursive')),
  plainCommand('explain configmap.absent'),
  plainCommand('explain absent'),
  commandWithInput('apply -f -', applied('1')),
  commandWithInput('apply -f -', applied('2')),
  commandWithInput('apply --server-side -f -', applied('3')),
  commandWithInput('diff -f -', map),
  waitingCommand('delete configmap made -n shop'),
  waitingCommand('delete deployment web -n shop --cascade=orphan'),
  waitingCommand('delete quota few -n shop --cascade=foreground'),
  waitingCommand('delete secrets --all -n shop'),
  plainCommand('delete configmap absent -n shop'),
  waitingCommand('delete namespace shop'),
  plainCommand('wait namespace/shop --for=delete --timeout=20s'),
  ...applyCommands,
  ...changeCommands,
  ...customCommands,
  ...accessCommands,
]
