import { type ApiObject, objectIn } from '../../../api/object.ts'
import { spanText } from '../ages.ts'
import { age, at, type ColumnsByKind, filledAt, listAt, name, text, wide } from '../column.ts'
import { textIn } from '../texts.ts'

const subjectsOf = listAt('subjects')
const conditionsOf = listAt('status.conditions')

const binding = [
  name,
  text('Role', 'What may be done.', ({ roleRef }) => {
    const { kind, name: named } = objectIn(roleRef)
    return `${textIn(kind)}/${textIn(named)}`
  }),
  age,
  wide('Users', 'Users that may.', object => subjects(object, 'User').join(', ')),
  wide('Groups', 'Groups that may.', object => subjects(object, 'Group').join(', ')),
  wide('ServiceAccounts', 'Accounts of pods that may.', object =>
    subjects(object, 'ServiceAccount').join(', '),
  ),
]

export const access: ColumnsByKind = {
  'rbac.authorization.*/RoleBinding': binding,
  'rbac.authorization.*/ClusterRoleBinding': binding,
  'certificates.*/CertificateSigningRequest': [
    name,
    age,
    text('SignerName', 'Who is to sign.', filledAt('spec.signerName', '<none>')),
    text('Requestor', 'Who asks.', at('spec.username', '')),
    text('RequestedDuration', 'For how long.', requestedText),
    text('Condition', 'What has come of it.', conditionText),
  ],
}

const subjects = (object: ApiObject, kind: string): string[] =>
  subjectsOf(object)
    .filter(subject => subject.kind === kind)
    .map(({ namespace, name: named }) =>
      kind === 'ServiceAccount' ? `${textIn(namespace)}/${textIn(named)}` : textIn(named),
    )

function requestedText({ spec }: ApiObject): string {
  const { expirationSeconds } = objectIn(spec)
  return expirationSeconds === undefined ? '<none>' : spanText(Number(expirationSeconds) * 1000)
}

function conditionText(request: ApiObject): string {
  const types = new Set(conditionsOf(request).map(({ type }) => type))
  const answer = types.has('Denied') ? 'Denied' : types.has('Approved') ? 'Approved' : 'Pending'
  const isIssued = textIn(objectIn(request.status).certificate) !== ''
  return [answer, ...(types.has('Failed') ? ['Failed'] : []), ...(isIssued ? ['Issued'] : [])].join(
    ',',
  )
}
