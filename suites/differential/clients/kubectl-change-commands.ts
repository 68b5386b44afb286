// kubectl commands for existing objects: scale, label, roll out, own, wait and delete.

import {
  explainCommand,
  commandWithInput,
  plainCommand,
  waitingCommand,
  watchCommand,
} from './kubectl-command-builders.ts'
import type { KubectlCommand } from './kubectl-command-builders.ts'

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

/** Creates a child with the uid that its parent has at that time. */
const owned = (name: string): KubectlCommand => ({
  ...commandWithInput('create -f -', child(name)),
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

const making: readonly KubectlCommand[] = [
  plainCommand('create namespace change'),
  plainCommand('create deployment web -n change --image=registry.example/web:1 --replicas=2'),
  plainCommand('create job once -n change --image=registry.example/job:1'),
  plainCommand('create cronjob daily -n change --image=registry.example/job:1 --schedule=@daily'),
  plainCommand('create ingress front -n change --rule=shop.example/*=web:80'),
  plainCommand('create poddisruptionbudget enough -n change --selector=app=web --min-available=1'),
  plainCommand('create priorityclass high --value=1000'),
  plainCommand('create clusterrole lister --verb=list --resource=configmaps'),
  plainCommand('create clusterrolebinding listers --clusterrole=lister --user=somebody'),
  plainCommand(
    'create secret docker-registry pull -n change --docker-username=a --docker-password=b',
  ),
  plainCommand('create configmap plain -n change --from-literal=a=1 --dry-run=server -o yaml'),
  plainCommand('run alone -n change --image=registry.example/web:1'),
  plainCommand('expose deployment web -n change --port=80'),
  plainCommand('autoscale deployment web -n change --min=1 --max=3'),
  commandWithInput('create -f -', node),
  plainCommand('cordon first'),
  plainCommand('uncordon first'),
  plainCommand('taint node first dedicated=us:NoSchedule'),
  plainCommand('get nodes'),
  plainCommand('get node first -o jsonpath={.spec.taints}'),
]

const changing: readonly KubectlCommand[] = [
  plainCommand('scale deployment web -n change --replicas=3'),
  plainCommand('scale deployment web -n change --replicas=4 --current-replicas=9'),
  plainCommand('scale deployment absent -n change --replicas=3'),
  plainCommand('get deployment web -n change --subresource=scale'),
  plainCommand('label deployment web -n change --list'),
  plainCommand('label deployment web -n change tier=front'),
  plainCommand('label deployment web -n change tier=back'),
  plainCommand('label deployment web -n change tier=back --overwrite --resource-version=1'),
  plainCommand('label deployments --all -n change seen=1'),
  plainCommand('label deployment web -n change tier-'),
  plainCommand('annotate deployment web -n change note=1'),
  plainCommand('annotate deployment web -n change note-'),
  plainCommand('set env deployment/web -n change A=1'),
  plainCommand('set resources deployment/web -n change --limits=cpu=200m,memory=64Mi'),
  plainCommand('set serviceaccount deployment/web -n change robot'),
  plainCommand('set selector service web -n change app=other'),
  plainCommand('patch deployment web -n change -p {"spec":{"minReadySeconds":1}}'),
  plainCommand(
    'patch deployment web -n change --dry-run=server -p {"spec":{"minReadySeconds":-1}}',
  ),
  plainCommand(
    'patch deployment web -n change --type=json -p [{"op":"test","path":"/kind","value":1}]',
  ),
  plainCommand('patch deployment web -n change -p {"spec":{"wrong":1}}'),
  plainCommand(
    'patch deployment web -n change --dry-run=server -o name -p {"spec":{"paused":true}}',
  ),
]

const rolling: readonly KubectlCommand[] = [
  plainCommand('rollout status deployment/web -n change --watch=false'),
  plainCommand(
    `patch deployment web -n change --subresource=status -p ${JSON.stringify({ status: done })}`,
  ),
  plainCommand('rollout status deployment/web -n change'),
  waitingCommand('wait deployment/web -n change --for=condition=Available --timeout=5s'),
  waitingCommand('wait deployment/web -n change --for=condition=Progressing --timeout=1s'),
  waitingCommand(
    'wait deployment/web -n change --for=jsonpath={.status.readyReplicas}=3 --timeout=5s',
  ),
  plainCommand('get deployments -n change -o wide'),
  plainCommand('rollout pause deployment/web -n change'),
  plainCommand('rollout resume deployment/web -n change'),
  plainCommand('rollout restart deployment/web -n change'),
  plainCommand('rollout history deployment/web -n change'),
  plainCommand('rollout undo deployment/web -n change'),
  watchCommand('get deployments -n change -w', 3, [
    plainCommand('scale deploy web -n change --replicas=5'),
  ]),
]

const showing: readonly KubectlCommand[] = [
  commandWithInput('create -f -', event),
  plainCommand('events -n change'),
  plainCommand('events -n change --for deployment/web'),
  plainCommand('get events -n change --field-selector=reason=Seen'),
  plainCommand('describe deployment web -n change'),
  plainCommand('get deployments,services -n change --show-labels'),
  plainCommand('get deployments,serviceaccounts,configmaps -n change --chunk-size=1'),
  plainCommand('get serviceaccounts -A --sort-by=.metadata.namespace -o name'),
  plainCommand('get deployment web -n change -o go-template={{.spec.replicas}}'),
  plainCommand('get pods -n change --field-selector=spec.nodeName=,status.phase=Pending'),
  plainCommand('get pods -n change --field-selector=spec.absent=1'),
  plainCommand('get configmap absent -n change --ignore-not-found'),
  plainCommand('get configmaps -n change -l bad@selector'),
  plainCommand('get nothings'),
  plainCommand('get --raw /api/v1/namespaces/change/configmaps?limit=x'),
  plainCommand('create token default -n change --duration=10m --audience=shop'),
  plainCommand('create token absent -n change'),
  plainCommand('auth can-i delete deployments/scale -n change'),
  plainCommand('auth can-i get /healthz'),
  plainCommand('auth can-i get nothings'),
  plainCommand('cluster-info'),
  plainCommand('top pods -n change'),
  plainCommand('logs alone -n change'),
  plainCommand('logs alone -n change -c absent'),
  plainCommand('logs absent -n change'),
  explainCommand('explain namespace --recursive'),
  explainCommand('explain pods --recursive'),
  explainCommand('explain deployment.spec --recursive'),
  explainCommand('explain cronjob.spec.jobTemplate.spec'),
  explainCommand('explain ingresses --api-version=networking.k8s.io/v1 --recursive'),
  plainCommand('explain deployment.absent'),
  plainCommand('explain nothings'),
  plainCommand('api-resources --api-group=apps -o name'),
  plainCommand('api-resources --api-group=batch --verbs=list,get -o wide'),
]

const deleting: readonly KubectlCommand[] = [
  plainCommand('create configmap parent -n change'),
  owned('orphan'),
  waitingCommand('delete configmap parent -n change --cascade=orphan'),
  plainCommand('get configmap orphan -n change -o jsonpath={.metadata.ownerReferences}'),
  plainCommand('create configmap parent -n change'),
  owned('fore'),
  waitingCommand('delete configmap parent -n change --cascade=foreground'),
  plainCommand('get configmap fore -n change'),
  plainCommand('create configmap parent -n change'),
  owned('back'),
  waitingCommand('delete configmap parent -n change --cascade=background'),
  waitingCommand('wait configmap/back -n change --for=delete --timeout=20s'),
  plainCommand(
    'patch configmap orphan -n change -p {"metadata":{"finalizers":["shop.example/hold"]}}',
  ),
  plainCommand('delete configmap orphan -n change --wait=false'),
  plainCommand('get configmap orphan -n change -o yaml'),
  waitingCommand('wait configmap/orphan -n change --for=delete --timeout=3s'),
  plainCommand('patch configmap orphan -n change -p {"metadata":{"finalizers":null}}'),
  waitingCommand('wait configmap/orphan -n change --for=delete --timeout=20s'),
  waitingCommand('delete pod alone -n change --grace-period=0 --force'),
  waitingCommand('delete deployments -n change -l absent=1'),
  plainCommand('delete configmap a b -n change'),
  waitingCommand('delete node first --dry-run=server'),
  waitingCommand('delete node,priorityclass first high'),
  waitingCommand(
    'delete clusterrolebinding/listers clusterrole/lister node/first priorityclass/high',
  ),
  waitingCommand('delete all --all -n change'),
  waitingCommand('delete namespace change'),
]

export const changeCommands: readonly KubectlCommand[] = [
  ...making,
  ...changing,
  ...rolling,
  ...showing,
  ...deleting,
]
