import { expect, it } from 'vitest'

import { defaultParts } from './default-parts.ts'
import { startTestServer } from './test-server.ts'

const core = '/api/v1/namespaces/default'
const maps = `${core}/configmaps`
const server = () => startTestServer(defaultParts({ dialect: 'kubernetes' }))

const message = ({ body }: { body: { [member: string]: unknown } }) => body['message']

it.each([
  ['limit=x', 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
  [
    'limit=9999999999999999999',
    400,
    'strconv.ParseInt: parsing "9999999999999999999": value out of range',
  ],
  [
    'continue=x',
    400,
    'invalid continue token: continue key is not valid: illegal base64 data at input byte 0',
  ],
  [
    'resourceVersion=-1',
    400,
    'invalid resource version: resourceVersion: Invalid value: "-1": ' +
      'strconv.ParseUint: parsing "-1": invalid syntax',
  ],
])('a list with %s is refused with the text of a genuine server', async (query, status, text) => {
  const { ask } = await server()

  const answer = await ask('GET', `${maps}?${query}`)

  expect([answer.status, message(answer)]).toEqual([status, text])
})

it('jobs can be selected by status.successful, and other fields are refused', async () => {
  const { ask } = await server()
  const jobs = '/apis/batch/v1/namespaces/default/jobs'

  const one = await ask('GET', `${jobs}?fieldSelector=status.successful%3D0`)
  const other = await ask('GET', `${jobs}?fieldSelector=spec.x%3D1`)

  expect(one.status).toBe(200)
  expect(message(other)).toBe('field label "spec.x" not supported for Job')
})

it.each([
  [[{ op: 'test', path: '/kind', value: 1 }], 422],
  [[{ op: 'remove', path: '/absent' }], 422],
  [[{ op: 'jump', path: '/x' }], 422],
  [[{ path: '/x' }], 422],
  [{}, 400],
])('the JSON patch %j is rejected', async (patch, status) => {
  const { ask } = await server()
  await ask('POST', maps, { metadata: { name: 'a' } })

  const headers = { 'content-type': 'application/json-patch+json' }
  const answer = await ask('PATCH', `${maps}/a`, JSON.stringify(patch), headers)

  expect(answer.status).toBe(status)
  if (status === 422)
    expect(message(answer)).toBe('the server rejected our request due to an error in our request')
})

it('an unknown media type and an unknown Table version cause different 406 messages', async () => {
  const { ask } = await server()

  const unknown = await ask('GET', maps, undefined, { accept: 'image/png' })
  const form = { accept: 'application/json;as=Table;v=v2;g=meta.k8s.io' }
  const absent = await ask('GET', maps, undefined, form)

  expect([unknown.status, absent.status]).toEqual([406, 406])
  expect(message(unknown)).toMatch(/^406: Not Acceptable\n\nAvailable representations: /)
  expect(message(absent)).toMatch(/^only the following media types are accepted: /)
})

it('a new node has a not-ready taint, and later updates can remove it', async () => {
  const { ask } = await server()
  const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }

  const made = await ask('POST', '/api/v1/nodes', { metadata: { name: 'n' } })
  const ready = await ask('PUT', '/api/v1/nodes/n', {
    metadata: { name: 'n' },
    spec: { taints: [] },
  })

  expect(made.body['spec']).toEqual({ taints: [taint] })
  expect(ready.body['spec']).not.toHaveProperty('taints', [taint])
})

it('the deprecated generation annotation of a DaemonSet counts template changes', async () => {
  const { ask } = await server()
  const sets = '/apis/apps/v1/namespaces/default/daemonsets'
  const set = (image: string) => ({
    metadata: { name: 'd' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image }] } },
    },
  })

  const answers = [await ask('POST', sets, set('i'))]
  for (const image of ['i', 'j']) answers.push(await ask('PUT', `${sets}/d`, set(image)))

  const counts = answers.map(({ body }) => Object.values(body.metadata.annotations ?? {}))
  expect(counts).toEqual([['1'], ['1'], ['2']])
})

it('a SelfSubjectReview has a creation timestamp', async () => {
  const { ask } = await server()

  const { body } = await ask('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {})

  expect(body.metadata.creationTimestamp).toMatch(/^\d{4}-/)
})
