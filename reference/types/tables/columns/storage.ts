import { type ApiObject, isJsonObject, objectIn, objectsIn } from '../../../api/object.ts'
import {
  age,
  at,
  boolean,
  type Cell,
  type Column,
  type ColumnsByKind,
  integer,
  lengthAt,
  name,
  text,
  wide,
} from '../column.ts'
import { stringsIn, textIn } from '../texts.ts'

const phaseOf = at('status.phase', '')
const classOf = at('spec.storageClassName', '')
const boundSizeOf = at('status.capacity.storage', '0')

const attributesClass = text(
  'VolumeAttributesClass',
  'The class of its attributes.',
  at('spec.volumeAttributesClassName', '<unset>'),
)
const volumeMode = wide(
  'VolumeMode',
  'Whether it is a file system or a bare device.',
  at('spec.volumeMode', '<unset>'),
)
const status = text('Status', 'How far it is.', volumePhase)
const storageClass = text('StorageClass', 'The class that made it.', volumeClass)

export const storage: ColumnsByKind = {
  '/PersistentVolume': [
    name,
    text('Capacity', 'How much it holds.', at('spec.capacity.storage', '0')),
    text('Access Modes', 'From where it can be used at a time.', ({ spec }) =>
      modesText(objectIn(spec).accessModes),
    ),
    text(
      'Reclaim Policy',
      'What becomes of it when nobody claims it any more.',
      at('spec.persistentVolumeReclaimPolicy', ''),
    ),
    status,
    text('Claim', 'Who has it.', claimText),
    storageClass,
    attributesClass,
    text('Reason', 'Why it is in that state.', at('status.reason', '')),
    age,
    volumeMode,
  ],
  '/PersistentVolumeClaim': [
    name,
    status,
    text('Volume', 'What was given.', at('spec.volumeName', '')),
    text('Capacity', 'How much that holds.', claim => (isBound(claim) ? boundSizeOf(claim) : '')),
    text('Access Modes', 'From where it can be used at a time.', claim =>
      isBound(claim) ? modesText(objectIn(claim.status).accessModes) : '',
    ),
    storageClass,
    attributesClass,
    age,
    volumeMode,
  ],
  'storage.*/StorageClass': [
    { ...name, cell: classNameText },
    text('Provisioner', 'Who makes its volumes.', at('provisioner', '')),
    text('ReclaimPolicy', 'What becomes of them in the end.', at('reclaimPolicy', 'Delete')),
    text('VolumeBindingMode', 'When they are made.', at('volumeBindingMode', 'Immediate')),
    text('AllowVolumeExpansion', 'Whether they can grow.', at('allowVolumeExpansion', false)),
    age,
  ],
  'storage.*/VolumeAttributesClass': [
    name,
    text('DriverName', 'Who knows the attributes.', at('driverName', '')),
    age,
  ],
  'storage.*/VolumeAttachment': [
    name,
    // Two columns of a genuine server call themselves the name.
    { ...text('Attacher', 'Who attaches.', at('spec.attacher', '')), format: 'name' },
    text('PV', 'What is attached.', at('spec.source.persistentVolumeName', '')),
    text('Node', 'Where it is attached.', at('spec.nodeName', '')),
    boolean('Attached', 'Whether that is done.', at('status.attached', false)),
    age,
  ],
  'storage.*/CSINode': [
    name,
    integer('Drivers', 'How many drivers the node has.', lengthAt('spec.drivers')),
    age,
  ],
  'storage.*/CSIDriver': driverColumns(),
}

function driverColumns(): Column[] {
  return [
    name,
    boolean('AttachRequired', 'Whether it attaches first.', at('spec.attachRequired', true)),
    boolean('PodInfoOnMount', 'Whether it is told of the pod.', at('spec.podInfoOnMount', false)),
    boolean('StorageCapacity', 'Whether it says what is free.', at('spec.storageCapacity', false)),
    text('TokenRequests', 'For whom it gets tokens of accounts.', audiencesText),
    boolean(
      'RequiresRepublish',
      'Whether it is asked again and again.',
      at('spec.requiresRepublish', false),
    ),
    text(
      'Modes',
      'Which lives its volumes have.',
      ({ spec }) => stringsIn(objectIn(spec).volumeLifecycleModes).join(',') || '<none>',
    ),
    age,
  ]
}

function volumePhase(volume: ApiObject): Cell {
  return volume.metadata.deletionTimestamp === undefined ? phaseOf(volume) : 'Terminating'
}

/** The annotation is older than the field, and comes first. */
function volumeClass(volume: ApiObject): Cell {
  return volume.metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? classOf(volume)
}

const isBound = ({ spec }: ApiObject): boolean => textIn(objectIn(spec).volumeName) !== ''

const modeNames = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const

function modesText(modes: unknown): string {
  const has = new Set(stringsIn(modes))
  return modeNames.flatMap(([mode, short]) => (has.has(mode) ? [short] : [])).join(',')
}

function claimText({ spec }: ApiObject): string {
  const { claimRef } = objectIn(spec)
  return isJsonObject(claimRef) ? `${textIn(claimRef.namespace)}/${textIn(claimRef.name)}` : ''
}

function classNameText({ metadata }: ApiObject): string {
  const isDefault = ['storageclass', 'storageclass.beta'].some(
    prefix => metadata.annotations?.[`${prefix}.kubernetes.io/is-default-class`] === 'true',
  )
  return isDefault ? `${metadata.name} (default)` : (metadata.name ?? '')
}

function audiencesText({ spec }: ApiObject): string {
  const { tokenRequests } = objectIn(spec)
  if (tokenRequests === undefined) return '<unset>'
  return objectsIn(tokenRequests)
    .map(({ audience }) => textIn(audience))
    .join(',')
}
