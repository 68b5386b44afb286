import { type ApiObject, isJsonObject, objectIn, objectsIn } from '../../../api/object.ts'
import {
  ageColumn,
  cellAt,
  booleanColumn,
  type ColumnsByKind,
  integerColumn,
  lengthAt,
  nameColumn,
  textColumn,
  wideColumn,
} from '../column.ts'
import { stringsIn, scalarText } from '../cell-texts.ts'
import type { Cell, Column } from '../../../api/column.ts'

const phaseOf = cellAt('status.phase', '')
const classOf = cellAt('spec.storageClassName', '')
const boundSizeOf = cellAt('status.capacity.storage', '0')

const attributesClass = textColumn(
  'VolumeAttributesClass',
  'The class of its attributes.',
  cellAt('spec.volumeAttributesClassName', '<unset>'),
)
const volumeMode = wideColumn(
  'VolumeMode',
  'Whether it is a file system or a bare device.',
  cellAt('spec.volumeMode', '<unset>'),
)
const status = textColumn('Status', 'How far it is.', volumePhase)
const storageClass = textColumn('StorageClass', 'The class that made it.', volumeClass)

export const storageColumns: ColumnsByKind = {
  '/PersistentVolume': [
    nameColumn,
    textColumn('Capacity', 'How much it holds.', cellAt('spec.capacity.storage', '0')),
    textColumn('Access Modes', 'From where it can be used at a time.', ({ spec }) =>
      modesText(objectIn(spec).accessModes),
    ),
    textColumn(
      'Reclaim Policy',
      'What becomes of it when nobody claims it any more.',
      cellAt('spec.persistentVolumeReclaimPolicy', ''),
    ),
    status,
    textColumn('Claim', 'Who has it.', claimText),
    storageClass,
    attributesClass,
    textColumn('Reason', 'Why it is in that state.', cellAt('status.reason', '')),
    ageColumn,
    volumeMode,
  ],
  '/PersistentVolumeClaim': [
    nameColumn,
    status,
    textColumn('Volume', 'What was given.', cellAt('spec.volumeName', '')),
    textColumn('Capacity', 'How much that holds.', claim =>
      isBound(claim) ? boundSizeOf(claim) : '',
    ),
    textColumn('Access Modes', 'From where it can be used at a time.', claim =>
      isBound(claim) ? modesText(objectIn(claim.status).accessModes) : '',
    ),
    storageClass,
    attributesClass,
    ageColumn,
    volumeMode,
  ],
  'storage.*/StorageClass': [
    { ...nameColumn, cell: classNameText },
    textColumn('Provisioner', 'Who makes its volumes.', cellAt('provisioner', '')),
    textColumn(
      'ReclaimPolicy',
      'What becomes of them in the end.',
      cellAt('reclaimPolicy', 'Delete'),
    ),
    textColumn(
      'VolumeBindingMode',
      'When they are made.',
      cellAt('volumeBindingMode', 'Immediate'),
    ),
    textColumn(
      'AllowVolumeExpansion',
      'Whether they can grow.',
      cellAt('allowVolumeExpansion', false),
    ),
    ageColumn,
  ],
  'storage.*/VolumeAttributesClass': [
    nameColumn,
    textColumn('DriverName', 'Who knows the attributes.', cellAt('driverName', '')),
    ageColumn,
  ],
  'storage.*/VolumeAttachment': [
    nameColumn,
    // A genuine server has two columns with the format `name`.
    { ...textColumn('Attacher', 'Who attaches.', cellAt('spec.attacher', '')), format: 'name' },
    textColumn('PV', 'What is attached.', cellAt('spec.source.persistentVolumeName', '')),
    textColumn('Node', 'Where it is attached.', cellAt('spec.nodeName', '')),
    booleanColumn('Attached', 'Whether that is done.', cellAt('status.attached', false)),
    ageColumn,
  ],
  'storage.*/CSINode': [
    nameColumn,
    integerColumn('Drivers', 'How many drivers the node has.', lengthAt('spec.drivers')),
    ageColumn,
  ],
  'storage.*/CSIDriver': driverColumns(),
}

function driverColumns(): Column[] {
  return [
    nameColumn,
    booleanColumn(
      'AttachRequired',
      'Whether it attaches first.',
      cellAt('spec.attachRequired', true),
    ),
    booleanColumn(
      'PodInfoOnMount',
      'Whether it is told of the pod.',
      cellAt('spec.podInfoOnMount', false),
    ),
    booleanColumn(
      'StorageCapacity',
      'Whether it says what is free.',
      cellAt('spec.storageCapacity', false),
    ),
    textColumn('TokenRequests', 'For whom it gets tokens of accounts.', audiencesText),
    booleanColumn(
      'RequiresRepublish',
      'Whether it is asked again and again.',
      cellAt('spec.requiresRepublish', false),
    ),
    textColumn(
      'Modes',
      'Which lives its volumes have.',
      ({ spec }) => stringsIn(objectIn(spec).volumeLifecycleModes).join(',') || '<none>',
    ),
    ageColumn,
  ]
}

function volumePhase(volume: ApiObject): Cell {
  return volume.metadata.deletionTimestamp === undefined ? phaseOf(volume) : 'Terminating'
}

/** The annotation is older than the field and has precedence. */
function volumeClass(volume: ApiObject): Cell {
  return volume.metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? classOf(volume)
}

const isBound = ({ spec }: ApiObject): boolean => scalarText(objectIn(spec).volumeName) !== ''

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
  return isJsonObject(claimRef)
    ? `${scalarText(claimRef.namespace)}/${scalarText(claimRef.name)}`
    : ''
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
    .map(({ audience }) => scalarText(audience))
    .join(',')
}
