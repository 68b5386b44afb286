import { type ApiObject, objectIn } from '../../../api/object.ts'
import { ageText } from '../age-text.ts'
import {
  ageColumn,
  cellAt,
  type ColumnsByKind,
  nonEmptyAt,
  objectsAt,
  nameColumn,
  textColumn,
  wideColumn,
} from '../column.ts'
import { scalarText } from '../cell-texts.ts'

const subjectsOf = objectsAt('subjects')
const conditionsOf = objectsAt('status.conditions')

const binding = [
  nameColumn,
  textColumn('Role', 'What may be done.', ({ roleRef }) => {
    const { kind, name: named } = objectIn(roleRef)
    return `${scalarText(kind)}/${scalarText(named)}`
  }),
  ageColumn,
  wideColumn('Users', 'Users that may.', object => subjects(object, 'User').join(', ')),
  wideColumn('Groups', 'Groups that may.', object => subjects(object, 'Group').join(', ')),
  wideColumn('ServiceAccounts', 'Accounts of pods that may.', object =>
    subjects(object, 'ServiceAccount').join(', '),
  ),
]

export const accessColumns: ColumnsByKind = {
  'rbac.authorization.*/RoleBinding': binding,
  'rbac.authorization.*/ClusterRoleBinding': binding,
  'certificates.*/CertificateSigningRequest': [
    nameColumn,
    ageColumn,
    textColumn('SignerName', 'Who is to sign.', nonEmptyAt('spec.signerName', '<none>')),
    textColumn('Requestor', 'Who asks.', cellAt('spec.username', '')),
    textColumn('RequestedDuration', 'For how long.', requestedText),
    textColumn('Condition', 'What has come of it.', conditionText),
  ],
}

const subjects = (object: ApiObject, kind: string): string[] =>
  subjectsOf(object)
    .filter(subject => subject.kind === kind)
    .map(({ namespace, name: named }) =>
      kind === 'ServiceAccount'
        ? `${scalarText(namespace)}/${scalarText(named)}`
        : scalarText(named),
    )

function requestedText({ spec }: ApiObject): string {
  const { expirationSeconds } = objectIn(spec)
  return expirationSeconds === undefined ? '<none>' : ageText(Number(expirationSeconds) * 1000)
}

function conditionText(request: ApiObject): string {
  const types = new Set(conditionsOf(request).map(({ type }) => type))
  const answer = types.has('Denied') ? 'Denied' : types.has('Approved') ? 'Approved' : 'Pending'
  const isIssued = scalarText(objectIn(request.status).certificate) !== ''
  return [answer, ...(types.has('Failed') ? ['Failed'] : []), ...(isIssued ? ['Issued'] : [])].join(
    ',',
  )
}
