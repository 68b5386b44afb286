import type { ApiObject } from '../../../api/object.ts'
import { age, at, type ColumnsByKind, integer, listAt, name, text } from '../column.ts'
import { labelsAt, selectorAt, textIn } from '../texts.ts'
import { containerColumns, selectorColumn } from './containers.ts'

const readyOf = at('status.readyReplicas', 0)
const desiredOf = at('spec.replicas', 0)

const readyOfDesired = text(
  'Ready',
  'Pods that are ready, of those that are wanted.',
  set => `${readyOf(set)}/${desiredOf(set)}`,
)

const replicas = [
  integer('Desired', 'How many pods are wanted.', desiredOf),
  integer('Current', 'How many pods there are.', at('status.replicas', 0)),
  integer('Ready', 'How many pods are ready.', readyOf),
]

const ownersOf = listAt('metadata.ownerReferences')

export const workloads: ColumnsByKind = {
  '/ReplicationController': [
    name,
    ...replicas,
    age,
    ...containerColumns(),
    selectorColumn(labelsAt('spec.selector')),
  ],
  'apps/ReplicaSet': [name, ...replicas, age, ...containerColumns(), selectorColumn()],
  'apps/StatefulSet': [name, readyOfDesired, age, ...containerColumns()],
  'apps/Deployment': [
    name,
    readyOfDesired,
    text('Up-to-date', 'How many pods are as the template is.', at('status.updatedReplicas', 0)),
    text('Available', 'How many pods can be used.', at('status.availableReplicas', 0)),
    age,
    ...containerColumns(),
    // One that says nothing is empty here alone.
    selectorColumn(selectorAt('spec.selector', '')),
  ],
  'apps/DaemonSet': [
    name,
    integer('Desired', 'How many nodes want a pod.', at('status.desiredNumberScheduled', 0)),
    integer('Current', 'How many of them have one.', at('status.currentNumberScheduled', 0)),
    integer('Ready', 'How many pods are ready.', at('status.numberReady', 0)),
    integer(
      'Up-to-date',
      'How many pods are as the template is.',
      at('status.updatedNumberScheduled', 0),
    ),
    integer('Available', 'How many pods can be used.', at('status.numberAvailable', 0)),
    text('Node Selector', 'Which nodes want a pod.', labelsAt('spec.template.spec.nodeSelector')),
    age,
    ...containerColumns(),
    selectorColumn(),
  ],
  'apps/ControllerRevision': [
    name,
    text('Controller', 'Whose past this is.', controllerText),
    text('Revision', 'Which state of it, in order.', at('revision', 0)),
    age,
  ],
  'autoscaling/Scale': [
    text('Name', 'What the object is called.', at('metadata.name', '')),
    integer('Desired', 'How many instances are wanted.', desiredOf),
    integer('Available', 'How many instances there are.', at('status.replicas', 0)),
    age,
  ],
}

/** The owner that is in charge, as `<kind>.<group>/<name>`. */
function controllerText(revision: ApiObject): string {
  const owner = ownersOf(revision).find(({ controller }) => controller === true)
  if (!owner) return '<none>'
  const [group, version] = textIn(owner.apiVersion).split('/')
  const suffix = version === undefined ? '' : `.${group}`
  return `${`${textIn(owner.kind)}${suffix}`.toLowerCase()}/${textIn(owner.name)}`
}
