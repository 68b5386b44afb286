// What people do with kubectl to what is there: scale, label, roll out, own, wait and delete.

import { explaining, given, simple, waiting, watched } from './kubectl-asked.ts'
import type { Asked } from './kubectl-asked.ts'

const namespace = 'change'

const child = (name: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name,
    namespace,
    ownerReferences: [
      { apiVersion: 'v1', kind: 'ConfigMap', name: 'parent', uid: 'UID', blockOwnerDeletion: true },
    ],
  },
})

/** Made with the uid that the parent has by then. */
const owned = (name: string): Asked => ({
  ...given('create -f -', child(name)),
  uidOf: 'configmap/parent -n change',
})

const event = {
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name: 'seen', namespace },
  involvedObject: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace },
  reason: 'Seen',
  message: 'It was seen.',
  type: 'Normal',
  count: 1,
  firstTimestamp: '2026-01-02T03:04:05Z',
  lastTimestamp: '2026-01-02T03:04:05Z',
  source: { component: 'onlooker' },
}

const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'first' } }

const done = {
  observedGeneration: 9,
  replicas: 3,
  updatedReplicas: 3,
  readyReplicas: 3,
  availableReplicas: 3,
  conditions: [{ type: 'Available', status: 'True', reason: 'Enough' }],
}

const making: readonly Asked[] = [
  simple('create namespace change'),
  simple('create deployment web -n change --image=registry.example/web:1 --replicas=2'),
  simple('create job once -n change --image=registry.example/job:1'),
  simple('create cronjob daily -n change --image=registry.example/job:1 --schedule=@daily'),
  simple('create ingress front -n change --rule=shop.example/*=web:80'),
  simple('create poddisruptionbudget enough -n change --selector=app=web --min-available=1'),
  simple('create priorityclass high --value=1000'),
  simple('create clusterrole lister --verb=list --resource=configmaps'),
  simple('create clusterrolebinding listers --clusterrole=lister --user=somebody'),
  simple('create secret docker-registry pull -n change --docker-username=a --docker-password=b'),
  simple('create configmap plain -n change --from-literal=a=1 --dry-run=server -o yaml'),
  simple('run alone -n change --image=registry.example/web:1'),
  simple('expose deployment web -n change --port=80'),
  simple('autoscale deployment web -n change --min=1 --max=3'),
  given('create -f -', node),
  simple('cordon first'),
  simple('uncordon first'),
  simple('taint node first dedicated=us:NoSchedule'),
  simple('get nodes'),
  simple('get node first -o jsonpath={.spec.taints}'),
]

const changing: readonly Asked[] = [
  simple('scale deployment web -n change --replicas=3'),
  simple('scale deployment web -n change --replicas=4 --current-replicas=9'),
  simple('scale deployment absent -n change --replicas=3'),
  simple('get deployment web -n change --subresource=scale'),
  simple('label deployment web -n change --list'),
  simple('label deployment web -n change tier=front'),
  simple('label deployment web -n change tier=back'),
  simple('label deployment web -n change tier=back --overwrite --resource-version=1'),
  simple('label deployments --all -n change seen=1'),
  simple('label deployment web -n change tier-'),
  simple('annotate deployment web -n change note=1'),
  simple('annotate deployment web -n change note-'),
  simple('set env deployment/web -n change A=1'),
  simple('set resources deployment/web -n change --limits=cpu=200m,memory=64Mi'),
  simple('set serviceaccount deployment/web -n change robot'),
  simple('set selector service web -n change app=other'),
  simple('patch deployment web -n change -p {"spec":{"minReadySeconds":1}}'),
  simple('patch deployment web -n change --dry-run=server -p {"spec":{"minReadySeconds":-1}}'),
  simple('patch deployment web -n change --type=json -p [{"op":"test","path":"/kind","value":1}]'),
  simple('patch deployment web -n change -p {"spec":{"wrong":1}}'),
  simple('patch deployment web -n change --dry-run=server -o name -p {"spec":{"paused":true}}'),
]

const rolling: readonly Asked[] = [
  simple('rollout status deployment/web -n change --watch=false'),
  simple(
    `patch deployment web -n change --subresource=status -p ${JSON.stringify({ status: done })}`,
  ),
  simple('rollout status deployment/web -n change'),
  waiting('wait deployment/web -n change --for=condition=Available --timeout=5s'),
  waiting('wait deployment/web -n change --for=condition=Progressing --timeout=1s'),
  waiting('wait deployment/web -n change --for=jsonpath={.status.readyReplicas}=3 --timeout=5s'),
  simple('get deployments -n change -o wide'),
  simple('rollout pause deployment/web -n change'),
  simple('rollout resume deployment/web -n change'),
  simple('rollout restart deployment/web -n change'),
  simple('rollout history deployment/web -n change'),
  simple('rollout undo deployment/web -n change'),
  watched('get deployments -n change -w', 3, [simple('scale deploy web -n change --replicas=5')]),
]

const showing: readonly Asked[] = [
  given('create -f -', event),
  simple('events -n change'),
  simple('events -n change --for deployment/web'),
  simple('get events -n change --field-selector=reason=Seen'),
  simple('describe deployment web -n change'),
  simple('get deployments,services -n change --show-labels'),
  simple('get deployments,serviceaccounts,configmaps -n change --chunk-size=1'),
  simple('get serviceaccounts -A --sort-by=.metadata.namespace -o name'),
  simple('get deployment web -n change -o go-template={{.spec.replicas}}'),
  simple('get pods -n change --field-selector=spec.nodeName=,status.phase=Pending'),
  simple('get pods -n change --field-selector=spec.absent=1'),
  simple('get configmap absent -n change --ignore-not-found'),
  simple('get configmaps -n change -l bad@selector'),
  simple('get nothings'),
  simple('get --raw /api/v1/namespaces/change/configmaps?limit=x'),
  simple('create token default -n change --duration=10m --audience=shop'),
  simple('create token absent -n change'),
  simple('auth can-i delete deployments/scale -n change'),
  simple('auth can-i get /healthz'),
  simple('auth can-i get nothings'),
  simple('cluster-info'),
  simple('top pods -n change'),
  simple('logs alone -n change'),
  simple('logs alone -n change -c absent'),
  simple('logs absent -n change'),
  explaining('explain namespace --recursive'),
  explaining('explain pods --recursive'),
  explaining('explain deployment.spec --recursive'),
  explaining('explain cronjob.spec.jobTemplate.spec'),
  explaining('explain ingresses --api-version=networking.k8s.io/v1 --recursive'),
  simple('explain deployment.absent'),
  simple('explain nothings'),
  simple('api-resources --api-group=apps -o name'),
  simple('api-resources --api-group=batch --verbs=list,get -o wide'),
]

const deleting: readonly Asked[] = [
  simple('create configmap parent -n change'),
  owned('orphan'),
  waiting('delete configmap parent -n change --cascade=orphan'),
  simple('get configmap orphan -n change -o jsonpath={.metadata.ownerReferences}'),
  simple('create configmap parent -n change'),
  owned('fore'),
  waiting('delete configmap parent -n change --cascade=foreground'),
  simple('get configmap fore -n change'),
  simple('create configmap parent -n change'),
  owned('back'),
  waiting('delete configmap parent -n change --cascade=background'),
  waiting('wait configmap/back -n change --for=delete --timeout=20s'),
  simple('patch configmap orphan -n change -p {"metadata":{"finalizers":["shop.example/hold"]}}'),
  simple('delete configmap orphan -n change --wait=false'),
  simple('get configmap orphan -n change -o yaml'),
  waiting('wait configmap/orphan -n change --for=delete --timeout=3s'),
  simple('patch configmap orphan -n change -p {"metadata":{"finalizers":null}}'),
  waiting('wait configmap/orphan -n change --for=delete --timeout=20s'),
  waiting('delete pod alone -n change --grace-period=0 --force'),
  waiting('delete deployments -n change -l absent=1'),
  simple('delete configmap a b -n change'),
  waiting('delete node first --dry-run=server'),
  waiting('delete node,priorityclass first high'),
  waiting('delete clusterrolebinding/listers clusterrole/lister node/first priorityclass/high'),
  waiting('delete all --all -n change'),
  waiting('delete namespace change'),
]

export const changeCommands: readonly Asked[] = [
  ...making,
  ...changing,
  ...rolling,
  ...showing,
  ...deleting,
]
