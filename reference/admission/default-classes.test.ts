import { expect, it } from 'vitest'

import { objectIn } from '../api/object.ts'
import { defaultParts } from '../server/default-parts.ts'
import { startTestServer } from '../server/test-server.ts'

const claim = {
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
}
const ingress = { defaultBackend: { service: { name: 's', port: { number: 80 } } } }

const rows = [
  {
    classes: '/apis/storage.k8s.io/v1/storageclasses',
    fields: { provisioner: 'p' },
    mark: 'storageclass.kubernetes.io/is-default-class',
    users: '/api/v1/namespaces/default/persistentvolumeclaims',
    spec: claim,
    annotation: 'volume.beta.kubernetes.io/storage-class',
    member: 'storageClassName',
  },
  {
    classes: '/apis/networking.k8s.io/v1/ingressclasses',
    fields: { spec: { controller: 'c.example/c' } },
    mark: 'ingressclass.kubernetes.io/is-default-class',
    users: '/apis/networking.k8s.io/v1/namespaces/default/ingresses',
    spec: ingress,
    annotation: 'kubernetes.io/ingress.class',
    member: 'ingressClassName',
  },
]

it.for(rows)('$annotation suppresses the default class, even if it is empty', async row => {
  const { classes, fields, mark, users, spec, annotation, member } = row
  const { ask } = await startTestServer(defaultParts({ dialect: 'kubernetes' }))
  await ask('POST', classes, {
    ...fields,
    metadata: { name: 'usual', annotations: { [mark]: 'true' } },
  })
  const classOf = async (name: string, annotations: object) => {
    const { body } = await ask('POST', users, { metadata: { name, annotations }, spec })
    return objectIn(body.spec)[member]
  }

  expect(await classOf('a', {})).toBe('usual')
  expect(await classOf('b', { [annotation]: 'other' })).toBeUndefined()
  expect(await classOf('c', { [annotation]: '' })).toBeUndefined()
})
