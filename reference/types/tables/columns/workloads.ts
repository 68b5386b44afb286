import type { ApiObject } from '../../../api/object.ts'
import {
  ageColumn,
  cellAt,
  type ColumnsByKind,
  integerColumn,
  objectsAt,
  nameColumn,
  textColumn,
} from '../column.ts'
import { labelsAt, selectorAt, scalarText } from '../cell-texts.ts'
import { containerColumns, selectorColumn } from './pod-template-columns.ts'

const readyOf = cellAt('status.readyReplicas', 0)
const desiredOf = cellAt('spec.replicas', 0)

const readyOfDesired = textColumn(
  'Ready',
  'Pods that are ready, of those that are wanted.',
  set => `${readyOf(set)}/${desiredOf(set)}`,
)

const replicas = [
  integerColumn('Desired', 'How many pods are wanted.', desiredOf),
  integerColumn('Current', 'How many pods there are.', cellAt('status.replicas', 0)),
  integerColumn('Ready', 'How many pods are ready.', readyOf),
]

const ownersOf = objectsAt('metadata.ownerReferences')

export const workloadColumns: ColumnsByKind = {
  '/ReplicationController': [
    nameColumn,
    ...replicas,
    ageColumn,
    ...containerColumns(),
    selectorColumn(labelsAt('spec.selector')),
  ],
  'apps/ReplicaSet': [nameColumn, ...replicas, ageColumn, ...containerColumns(), selectorColumn()],
  'apps/StatefulSet': [nameColumn, readyOfDesired, ageColumn, ...containerColumns()],
  'apps/Deployment': [
    nameColumn,
    readyOfDesired,
    textColumn(
      'Up-to-date',
      'How many pods are as the template is.',
      cellAt('status.updatedReplicas', 0),
    ),
    textColumn('Available', 'How many pods can be used.', cellAt('status.availableReplicas', 0)),
    ageColumn,
    ...containerColumns(),
    // Only here is the text for an empty selector empty.
    selectorColumn(selectorAt('spec.selector', '')),
  ],
  'apps/DaemonSet': [
    nameColumn,
    integerColumn(
      'Desired',
      'How many nodes want a pod.',
      cellAt('status.desiredNumberScheduled', 0),
    ),
    integerColumn(
      'Current',
      'How many of them have one.',
      cellAt('status.currentNumberScheduled', 0),
    ),
    integerColumn('Ready', 'How many pods are ready.', cellAt('status.numberReady', 0)),
    integerColumn(
      'Up-to-date',
      'How many pods are as the template is.',
      cellAt('status.updatedNumberScheduled', 0),
    ),
    integerColumn('Available', 'How many pods can be used.', cellAt('status.numberAvailable', 0)),
    textColumn(
      'Node Selector',
      'Which nodes want a pod.',
      labelsAt('spec.template.spec.nodeSelector'),
    ),
    ageColumn,
    ...containerColumns(),
    selectorColumn(),
  ],
  'apps/ControllerRevision': [
    nameColumn,
    textColumn('Controller', 'Whose past this is.', controllerText),
    textColumn('Revision', 'Which state of it, in order.', cellAt('revision', 0)),
    ageColumn,
  ],
  'autoscaling/Scale': [
    textColumn('Name', 'What the object is called.', cellAt('metadata.name', '')),
    integerColumn('Desired', 'How many instances are wanted.', desiredOf),
    integerColumn('Available', 'How many instances there are.', cellAt('status.replicas', 0)),
    ageColumn,
  ],
}

/** Formats the controlling owner as `<kind>.<group>/<name>`. */
function controllerText(revision: ApiObject): string {
  const owner = ownersOf(revision).find(({ controller }) => controller === true)
  if (!owner) return '<none>'
  const [group, version] = scalarText(owner.apiVersion).split('/')
  const suffix = version === undefined ? '' : `.${group}`
  return `${`${scalarText(owner.kind)}${suffix}`.toLowerCase()}/${scalarText(owner.name)}`
}
