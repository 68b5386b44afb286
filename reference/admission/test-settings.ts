// Helpers of tests of the table of settings: its rows as text, and an object for each row that can
// be written.

import type { StoredSetting } from '../api/stored-settings.ts'

/** Returns the name of a row in tests. */
export const settingIdOf = ({ kind, setting }: StoredSetting): string => `${kind} ${setting}`

const outcomes: { readonly [outcome in StoredSetting['outcome']]: string } = {
  obeyed: 'obeyed',
  refused: '422',
  harmless: 'harmless',
  unserved: '404',
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`)

/** Formats the table as docs/develop-against-the-reference.md prints it. */
export const settingsPage = (table: readonly StoredSetting[]): string =>
  [
    '| type | setting | outcome | effect or reason |',
    '|---|---|---|---|',
    ...table.map(row =>
      [
        '',
        row.kind === '*' ? 'every type' : row.kind,
        row.setting,
        outcomes[row.outcome],
        row.outcome === 'refused' ? `${row.reason}: ${row.hint}` : row.reason,
        '',
      ]
        .map(cell)
        .join(' | ')
        .trim(),
    ),
  ].join('\n')

type Fields = { readonly [field: string]: unknown }

const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]
const subjects = [{ kind: 'User', name: 'somebody' }]
// A certificate signing request, as PEM in base64.
const certificateRequest =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIS01ITUNBUUF3RVRFUE1BMEdBMVVFQXd3R2My' +
  'RnRjR3hsTUZrd0V3WUhLb1pJemowQ0FRWUlLb1pJemowRApBUWNEUWdBRUZZeUtOazlXMGRWaEhhSkE1bHVpVENP' +
  'RGorUDdMR1QzRVd2UFVaSjlNZnJEWTEwdVpVTmhqTnNYCjczc2dtdjhHWGhEM01iRjlwR3VYZENOeW9kTERwS0FB' +
  'TUFvR0NDcUdTTTQ5QkFNQ0EwY0FNRVFDSUZ5NHVXZVQKYXpCSnFUb0phR050UVk2bExMb1V3aVFwdDhlY3RTR0hn' +
  'NHJBQWlBSlR6R0NURmVUUDI1Q09pT09BQTZCaS8wMQpheGFpYUdITXI3eHNhejNoWUE9PQotLS0tLUVORCBDRVJU' +
  'SUZJQ0FURSBSRVFVRVNULS0tLS0K'

/** An object with the setting of each refused or harmless row, by `settingIdOf`. */
export const settingObjects: { readonly [id: string]: Fields } = {
  'ValidatingWebhookConfiguration no webhooks': { webhooks: [] },
  'MutatingWebhookConfiguration no webhooks': {},
  'Role rules': { rules },
  'ClusterRole rules': { rules },
  'RoleBinding subjects, without users': { roleRef: { kind: 'Role', name: 'a' }, subjects },
  'RoleBinding subjects, with users': { roleRef: { kind: 'Role', name: 'a' }, subjects },
  'ClusterRoleBinding subjects, without users': {
    roleRef: { kind: 'ClusterRole', name: 'a' },
    subjects,
  },
  'ClusterRoleBinding subjects, with users': {
    roleRef: { kind: 'ClusterRole', name: 'a' },
    subjects,
  },
  'Namespace annotation scheduler.alpha.kubernetes.io/*': {
    metadata: { annotations: { 'scheduler.alpha.kubernetes.io/node-selector': 'a=b' } },
  },
  'ServiceAccount annotation kubernetes.io/enforce-mountable-secrets: true': {
    metadata: { annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } },
  },
  'ServiceAccount automountServiceAccountToken, secrets': {
    automountServiceAccountToken: true,
    secrets: [{ name: 'a' }],
  },
  'Secret type: bootstrap.kubernetes.io/token': { type: 'bootstrap.kubernetes.io/token' },
  'Secret type: kubernetes.io/service-account-token': {
    metadata: { annotations: { 'kubernetes.io/service-account.name': 'default' } },
    type: 'kubernetes.io/service-account-token',
  },
  'CertificateSigningRequest spec.signerName': {
    spec: {
      signerName: 'kubernetes.io/kube-apiserver-client',
      request: certificateRequest,
      usages: ['any'],
    },
  },
  'ServiceCIDR spec.cidrs': { spec: { cidrs: ['192.0.2.0/24'] } },
  'IPAddress the object': {
    metadata: { name: '192.0.2.1' },
    spec: { parentRef: { resource: 'services', name: 'a', namespace: 'default' } },
  },
}
