import { describe, expect, it } from 'vitest'

import { objectsIn } from '../../api/object.ts'
import { ask, attack, MiB } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const apply = { 'content-type': 'application/apply-patch+yaml' }
const merge = { 'content-type': 'application/merge-patch+json' }
const server = await startVictim()

const send = (manager: string, name: string, data: object, more = '') =>
  ask(
    server,
    ['PATCH', `${maps}/${name}?fieldManager=${encodeURIComponent(manager)}${more}`],
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data },
    apply,
  )

const read = async (name: string) => (await ask(server, ['GET', `${maps}/${name}`])).body

describe('T49: managers', () => {
  it('that race for a field get one success, and conflicts for the others', async test => {
    const managers = Array.from({ length: 50 }, (_, index) => `m${index}`)

    const answers = await attack({ server, annotate: test.annotate, blockedMs: 800 }, () =>
      Promise.all(managers.map(manager => send(manager, 'raced', { a: manager, [manager]: '' }))),
    )
    const { data, metadata } = (await read('raced')) as Awaited<ReturnType<typeof read>> & {
      data: { a: string }
    }

    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(statuses.filter(status => status === 409)).toHaveLength(managers.length - 1)
    expect(Object.keys(data).toSorted()).toEqual(['a', data.a])
    expect(objectsIn(metadata.managedFields).map(({ manager }) => manager)).toEqual([data.a])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.message).toContain(`conflict with "${data.a}": .data.a`)
  })

  it('that force their applies all succeed, and one of them owns the field', async test => {
    const managers = Array.from({ length: 50 }, (_, index) => `m${index}`)

    const answers = await attack({ server, annotate: test.annotate, blockedMs: 800 }, () =>
      Promise.all(
        managers.map(manager =>
          send(manager, 'forced', { a: manager, [manager]: '' }, '&force=true'),
        ),
      ),
    )
    const { data, metadata } = (await read('forced')) as Awaited<ReturnType<typeof read>> & {
      data: { a: string }
    }

    const owners = objectsIn(metadata.managedFields).filter(
      ({ fieldsV1 }) => 'f:a' in Object(Object(fieldsV1)['f:data']),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(Object.keys(data)).toHaveLength(managers.length + 1)
    expect(owners.map(({ manager }) => manager)).toEqual([data.a])
  })

  it('that stop applying a field leave it to its other owners', async ({ annotate }) => {
    await send('one', 'shared', { a: '1', b: '1' })
    await send('two', 'shared', { a: '1' })

    await attack({ server, annotate }, () => send('one', 'shared', {}))

    expect(await read('shared')).toMatchObject({ data: { a: '1' } })
    expect(await read('shared')).not.toHaveProperty('data.b')
  })

  it.for([
    ['of 129 bytes', 'x'.repeat(129), 422],
    ['of 130 bytes in 65 characters', 'é'.repeat(65), 422],
    ['of two lines', 'a\nb', 422],
    ['of escapes', '\u001b[31m', 422],
    ['without a name', '', 422],
    ['of 128 bytes', 'x'.repeat(128), 200],
    ['of a prototype', '__proto__', 200],
  ] as const)('%s', async ([what, manager, status], { annotate }) => {
    const name = what.replaceAll(' ', '-')
    await send('other', name, { a: '1' })

    const answer = await attack({ server, annotate }, () => send(manager, name, { b: '1' }))

    expect(answer.status).toBe(status)
    expect(answer.text).not.toMatch(/[^\P{Cc}\n]/u)
    expect(Object.keys(Object((await read(name))['data']))).toHaveLength(status === 200 ? 2 : 1)
  })

  it('may own ten thousand fields', { timeout: 60_000 }, async ({ annotate }) => {
    const fields = Array.from({ length: 10_000 }, (_, index) => `f${index}`)
    const all = (value: string) => Object.fromEntries(fields.map(field => [field, value]))
    const bounds = { blockedMs: 1000, grownBytes: 192 * MiB, keptBytes: 16 * MiB }

    const answers = await attack({ server, annotate, ...bounds }, async () => [
      await send('one', 'large', all('1')),
      await send('two', 'large', all('2')),
      await send('two', 'large', all('2'), '&force=true'),
      await send('two', 'large', {}),
    ])

    expect(answers.map(({ status }) => status)).toEqual([200, 409, 200, 200])
    expect(answers[3]?.body).not.toHaveProperty('data')
  })
})

describe('T49: managedFields that a client forges', () => {
  const entry = {
    manager: 'one',
    operation: 'Apply',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:data': { 'f:b': {} } },
    time: '2020-01-01T00:00:00Z',
  }

  it.for([
    ['of a name that is too long', [{ ...entry, manager: 'x'.repeat(129) }], 422],
    ['of two lines', [{ ...entry, manager: 'a\nb' }], 422],
    ['of a part that is too long', [{ ...entry, subresource: 'x'.repeat(257) }], 422],
    ['at no time', [{ ...entry, time: 'yesterday' }], 400],
    ['of no list', 'all', 400],
    ['of another operation', [{ ...entry, operation: 'Own' }], 200],
    ['of another form', [{ ...entry, fieldsType: 'FieldsV2' }], 200],
    ['of a version that is none', [{ ...entry, apiVersion: 'a/b/c' }], 200],
    ['of fields that are none', [{ ...entry, fieldsV1: { 'z:': {} } }], 200],
    ['of prototypes', [{ ...entry, fieldsV1: { 'f:__proto__': { 'f:constructor': {} } } }], 200],
    ['twice', [entry, entry], 200],
    ['of nobody', [{}], 200],
  ] as const)('%s takes no field from another manager', async ([, managedFields, status], test) => {
    const name = `forged-${forgeries++}`
    await send('one', name, { a: '1' })
    await send('two', name, { b: '1' })

    const answer = await attack({ server, annotate: test.annotate }, () =>
      ask(server, ['PATCH', `${maps}/${name}`], { metadata: { managedFields } }, merge),
    )
    const conflict = await send('three', name, { a: '2' })
    const { metadata } = await read(name)

    expect(answer.status).toBe(status)
    // Managed fields that cannot be read count as none, and then there is no conflict.
    expect([200, 409]).toContain(conflict.status)
    for (const one of objectsIn(metadata.managedFields)) {
      expect(['Apply', 'Update']).toContain(one['operation'])
      expect(one['fieldsType']).toBe('FieldsV1')
    }
  })

  it('are refused in an apply', async ({ annotate }) => {
    const body = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'applied', managedFields: [entry] },
    }

    const answer = await attack({ server, annotate }, () =>
      ask(server, ['PATCH', `${maps}/applied?fieldManager=m`], body, apply),
    )

    expect(answer.status).toBe(400)
    expect((await ask(server, ['GET', `${maps}/applied`])).status).toBe(404)
  })

  let forgeries = 0
})
