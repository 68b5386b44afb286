import { expect, test } from 'vitest'
import { defaultParts } from '../server/default-parts.ts'
import { startTestServer } from '../server/test-server.ts'
import { testVersion } from './test-definition.ts'

const collection = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const own = `${collection}/gates.net.k8s.io`
const annotation = 'api-approved.kubernetes.io'
const field = `metadata.annotations[${annotation}]`

const gates = (approved?: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {
    name: 'gates.net.k8s.io',
    ...(approved !== undefined && { annotations: { [annotation]: approved } }),
  },
  spec: {
    group: 'net.k8s.io',
    scope: 'Namespaced',
    names: { plural: 'gates', kind: 'Gate' },
    versions: [testVersion('v1')],
  },
})

test.each([undefined, '', 'yes', '/path', 'https://'])(
  'a type in a community group is refused if its approval is %j',
  async approved => {
    const { ask } = await startTestServer(defaultParts({ dialect: 'kubernetes' }))
    const refused = await ask('POST', collection, gates(approved))

    expect(refused.status).toBe(422)
    expect(refused.body['details']).toMatchObject({ causes: [{ field }] })
  },
)

test.each([
  ['https://example.com/1', 'True', 'ApprovedAnnotation', 'approved in https://example.com/1'],
  ['unapproved, a try', 'False', 'UnapprovedAnnotation', 'not approved: "unapproved, a try"'],
])('the approval %j is reported in a condition', async (approved, status, reason, message) => {
  const { ask, settled } = await startTestServer(defaultParts({ dialect: 'kubernetes' }))
  await ask('POST', collection, gates(approved))
  await settled()
  const { body } = await ask('GET', own)

  expect(body['status']).toMatchObject({
    conditions: expect.arrayContaining([
      expect.objectContaining({
        type: 'KubernetesAPIApprovalPolicyConformant',
        status,
        reason,
        message,
      }),
    ]) as unknown,
  })
})

test('an approval cannot be removed', async () => {
  const { ask } = await startTestServer(defaultParts({ dialect: 'kubernetes' }))
  await ask('POST', collection, gates('https://example.com/1'))
  const merge = { 'content-type': 'application/merge-patch+json' }
  const body = { metadata: { annotations: { [annotation]: null } } }
  const refused = await ask('PATCH', own, body, merge)

  expect(refused.status).toBe(422)
  expect(refused.body['details']).toMatchObject({
    causes: [{ field, reason: 'FieldValueRequired' }],
  })
})
