// Columns of cluster types: nodes, namespaces, leases, service accounts, priority classes.

import { type ApiObject, objectIn } from '../../../api/object.ts'
import {
  ageColumn,
  cellAt,
  booleanColumn,
  type ColumnsByKind,
  nonEmptyAt,
  integerColumn,
  lengthAt,
  objectsAt,
  nameColumn,
  textColumn,
  wideColumn,
} from '../column.ts'
import { conditionStatusOf, sortedUnique, scalarText } from '../cell-texts.ts'

const conditionsOf = objectsAt('status.conditions')
const addressesOf = objectsAt('status.addresses')
const kernelOf = nonEmptyAt('status.nodeInfo.kernelVersion', '<unknown>')
const dataOf = lengthAt('data')
const binaryDataOf = lengthAt('binaryData')

export const clusterColumns: ColumnsByKind = {
  '/Node': [
    nameColumn,
    textColumn('Status', 'Whether the node is ready, and takes pods.', nodeStatusText),
    textColumn('Roles', 'What the node is for.', rolesText),
    ageColumn,
    textColumn(
      'Version',
      'The release of its agent.',
      cellAt('status.nodeInfo.kubeletVersion', ''),
    ),
    wideColumn('Internal-IP', 'Its address within the cluster.', addressText('InternalIP')),
    wideColumn('External-IP', 'Its address outside.', addressText('ExternalIP')),
    wideColumn('OS-Image', 'Its system.', nonEmptyAt('status.nodeInfo.osImage', '<unknown>')),
    wideColumn('Kernel-Version', 'Its kernel, and the machine that this is for.', kernelText),
    wideColumn(
      'Container-Runtime',
      'What runs its containers.',
      nonEmptyAt('status.nodeInfo.containerRuntimeVersion', '<unknown>'),
    ),
  ],
  '/Namespace': [
    nameColumn,
    textColumn('Status', 'Whether it is in use or being emptied.', cellAt('status.phase', '')),
    ageColumn,
  ],
  '/ConfigMap': [
    nameColumn,
    textColumn('Data', 'How many entries there are.', map => dataOf(map) + binaryDataOf(map)),
    ageColumn,
  ],
  '/Secret': [
    nameColumn,
    textColumn('Type', 'What the secret is used for.', cellAt('type', '')),
    textColumn('Data', 'How many entries there are.', dataOf),
    ageColumn,
  ],
  '/ServiceAccount': [nameColumn, ageColumn],
  'coordination.*/Lease': [
    nameColumn,
    textColumn('Holder', 'Who has it now.', cellAt('spec.holderIdentity', '')),
    ageColumn,
  ],
  'scheduling.*/PriorityClass': [
    nameColumn,
    integerColumn('Value', 'How much its pods weigh.', cellAt('value', 0)),
    booleanColumn(
      'Global-Default',
      'Whether pods that name no class have it.',
      cellAt('globalDefault', false),
    ),
    ageColumn,
    textColumn(
      'PreemptionPolicy',
      'Whether its pods may displace others.',
      cellAt('preemptionPolicy', ''),
    ),
  ],
}

function nodeStatusText(node: ApiObject): string {
  const ready = conditionStatusOf(conditionsOf(node), 'Ready')
  const word = ready === undefined ? 'Unknown' : ready === 'True' ? 'Ready' : 'NotReady'
  return objectIn(node.spec).unschedulable === true ? `${word},SchedulingDisabled` : word
}

const rolePrefix = 'node-role.kubernetes.io/'

/** A label names a role in its key or, in the older form, in its value. */
function rolesText({ metadata }: ApiObject): string {
  const roles = Object.entries(metadata.labels ?? {}).map(([key, value]) => {
    if (key.startsWith(rolePrefix)) return key.slice(rolePrefix.length)
    return key === 'kubernetes.io/role' ? value : ''
  })
  return sortedUnique(roles.filter(Boolean)).join(',') || '<none>'
}

function addressText(wanted: string) {
  return (node: ApiObject): string => {
    const found = addressesOf(node).find(({ type }) => type === wanted)
    return found ? scalarText(found.address) : '<none>'
  }
}

function kernelText(node: ApiObject): string {
  const machine = scalarText(objectIn(objectIn(node.status).nodeInfo).architecture)
  const kernel = scalarText(kernelOf(node))
  return machine === '' ? kernel : `${kernel} (${machine})`
}
