// The cluster itself and what its parts are bound to: nodes, namespaces, leases, accounts, priorities.

import { type ApiObject, objectIn } from '../../../api/object.ts'
import {
  age,
  at,
  boolean,
  type ColumnsByKind,
  filledAt,
  integer,
  lengthAt,
  listAt,
  name,
  text,
  wide,
} from '../column.ts'
import { conditionOf, sortedOnce, textIn } from '../texts.ts'

const conditionsOf = listAt('status.conditions')
const addressesOf = listAt('status.addresses')
const kernelOf = filledAt('status.nodeInfo.kernelVersion', '<unknown>')
const dataOf = lengthAt('data')
const binaryDataOf = lengthAt('binaryData')

export const cluster: ColumnsByKind = {
  '/Node': [
    name,
    text('Status', 'Whether the node is ready, and takes pods.', nodeStatusText),
    text('Roles', 'What the node is for.', rolesText),
    age,
    text('Version', 'The release of its agent.', at('status.nodeInfo.kubeletVersion', '')),
    wide('Internal-IP', 'Its address within the cluster.', addressText('InternalIP')),
    wide('External-IP', 'Its address outside.', addressText('ExternalIP')),
    wide('OS-Image', 'Its system.', filledAt('status.nodeInfo.osImage', '<unknown>')),
    wide('Kernel-Version', 'Its kernel, and the machine that this is for.', kernelText),
    wide(
      'Container-Runtime',
      'What runs its containers.',
      filledAt('status.nodeInfo.containerRuntimeVersion', '<unknown>'),
    ),
  ],
  '/Namespace': [
    name,
    text('Status', 'Whether it is in use or being emptied.', at('status.phase', '')),
    age,
  ],
  '/ConfigMap': [
    name,
    text('Data', 'How many entries there are.', map => dataOf(map) + binaryDataOf(map)),
    age,
  ],
  '/Secret': [
    name,
    text('Type', 'What the secret is used for.', at('type', '')),
    text('Data', 'How many entries there are.', dataOf),
    age,
  ],
  '/ServiceAccount': [name, age],
  'coordination.*/Lease': [
    name,
    text('Holder', 'Who has it now.', at('spec.holderIdentity', '')),
    age,
  ],
  'scheduling.*/PriorityClass': [
    name,
    integer('Value', 'How much its pods weigh.', at('value', 0)),
    boolean(
      'Global-Default',
      'Whether pods that name no class have it.',
      at('globalDefault', false),
    ),
    age,
    text('PreemptionPolicy', 'Whether its pods may displace others.', at('preemptionPolicy', '')),
  ],
}

function nodeStatusText(node: ApiObject): string {
  const ready = conditionOf(conditionsOf(node), 'Ready')
  const word = ready === undefined ? 'Unknown' : ready === 'True' ? 'Ready' : 'NotReady'
  return objectIn(node.spec).unschedulable === true ? `${word},SchedulingDisabled` : word
}

const rolePrefix = 'node-role.kubernetes.io/'

/** A label may name a role in its key or, as it once was, in its value. */
function rolesText({ metadata }: ApiObject): string {
  const roles = Object.entries(metadata.labels ?? {}).map(([key, value]) => {
    if (key.startsWith(rolePrefix)) return key.slice(rolePrefix.length)
    return key === 'kubernetes.io/role' ? value : ''
  })
  return sortedOnce(roles.filter(Boolean)).join(',') || '<none>'
}

function addressText(wanted: string) {
  return (node: ApiObject): string => {
    const found = addressesOf(node).find(({ type }) => type === wanted)
    return found ? textIn(found.address) : '<none>'
  }
}

function kernelText(node: ApiObject): string {
  const machine = textIn(objectIn(objectIn(node.status).nodeInfo).architecture)
  const kernel = textIn(kernelOf(node))
  return machine === '' ? kernel : `${kernel} (${machine})`
}
