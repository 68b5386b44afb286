// What people do with kubectl, in an order in which each finds what it needs.

import { applyCommands } from './kubectl-apply-commands.ts'
import { differing, given, simple, waiting, words } from './kubectl-asked.ts'
import type { Asked } from './kubectl-asked.ts'
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

/** The ones of which a genuine server's wire is Protobuf, Tables and watches. */
export const musts: readonly Asked[] = [
  simple('create namespace shop'),
  simple('get namespaces'),
  simple('get namespace shop -o wide'),
  simple('create configmap made -n shop --from-literal=a=1'),
  simple('create quota few -n shop --hard=pods=3'),
  {
    args: words('get configmaps -n shop -w --field-selector metadata.name=watched'),
    meanwhile: {
      commands: [
        simple('create configmap watched -n shop --from-literal=a=1'),
        simple('delete configmap watched -n shop'),
      ],
      lines: 3,
    },
  },
  simple('auth can-i create pods'),
]

const prose = 'its words for people are its own'
const types = 'it serves fewer types'

export const commands: readonly Asked[] = [
  differing('its own release stands behind the one that it follows', simple('version')),
  differing(types, simple('api-versions')),
  differing(types, simple('api-resources')),
  ...musts,
  simple('get namespace shop -o yaml'),
  simple('get namespace shop -o json'),
  simple('get namespace shop -o name'),
  simple('get namespace absent'),
  simple('create namespace shop'),
  simple('create secret generic key -n shop --from-literal=a=1'),
  simple('create serviceaccount robot -n shop'),
  simple('create token robot -n shop'),
  simple('create role reader -n shop --verb=get,list --resource=configmaps'),
  simple('create rolebinding readers -n shop --role=reader --serviceaccount=shop:robot'),
  simple('create service clusterip front -n shop --tcp=80:8080'),
  given('create -f - --dry-run=server', deployment),
  given('create -f - --dry-run=server', {
    ...deployment,
    spec: { ...deployment.spec, replicaz: 2 },
  }),
  given('create -f -', deployment),
  simple('auth can-i get configmaps -n other --as=system:serviceaccount:shop:robot'),
  simple('auth can-i --list'),
  simple('auth whoami'),
  simple('get all -n shop'),
  simple('get configmap,secret,sa,quota -n shop'),
  simple('get secrets -A'),
  simple('get configmap made -n shop -o jsonpath={.data.a}'),
  simple('get deployments -n shop -l app=web'),
  {
    args: words('get configmaps -n shop --watch-only'),
    meanwhile: { commands: [simple('label configmap made -n shop seen=1')], lines: 2 },
  },
  {
    args: words('get configmaps -n shop --watch-only -o name'),
    meanwhile: { commands: [simple('label configmap made -n shop seen=2 --overwrite')], lines: 1 },
  },
  {
    args: words('get cm -n shop -w --output-watch-events --field-selector metadata.name=made'),
    meanwhile: { commands: [simple('label configmap made -n shop seen=3 --overwrite')], lines: 3 },
  },
  simple('describe namespace shop'),
  simple('describe configmap made -n shop'),
  simple('describe deployment web -n shop'),
  simple('label configmap made -n shop a=b'),
  simple('annotate configmap made -n shop a=b'),
  simple('scale deployment web -n shop --replicas=2'),
  simple('patch deployment web -n shop -p {"spec":{"paused":true}}'),
  simple('patch configmap made -n shop --type=merge -p {"data":{"b":"1"}}'),
  simple('patch configmap made -n shop --type=json -p [{"op":"remove","path":"/data/b"}]'),
  simple('set image deployment/web -n shop web=registry.example/web:2'),
  given('replace -f -', map),
  simple('edit configmap made -n shop'),
  simple('get events -n shop'),
  simple('events -n shop'),
  simple('wait configmap/made -n shop --for=jsonpath={.data.a}=2 --timeout=5s'),
  simple('wait configmap/absent -n shop --for=delete --timeout=5s'),
  differing('its health checks are its own', simple('get --raw /readyz?verbose')),
  simple('get --raw /api/v1/namespaces/shop/configmaps/absent'),
  differing(prose, simple('explain configmap.data')),
  differing(prose, simple('explain pods.spec --recursive')),
  simple('explain configmap.absent'),
  simple('explain absent'),
  given('apply -f -', applied('1')),
  given('apply -f -', applied('2')),
  given('apply --server-side -f -', applied('3')),
  given('diff -f -', map),
  waiting('delete configmap made -n shop'),
  waiting('delete deployment web -n shop --cascade=orphan'),
  waiting('delete quota few -n shop --cascade=foreground'),
  waiting('delete secrets --all -n shop'),
  simple('delete configmap absent -n shop'),
  waiting('delete namespace shop'),
  simple('wait namespace/shop --for=delete --timeout=20s'),
  ...applyCommands,
  ...changeCommands,
  ...customCommands,
]
