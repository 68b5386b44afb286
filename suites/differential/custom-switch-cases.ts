// Cases in which a definition changes its storage version. Objects stored before the change have to
// be read and written alike by a genuine server and by the reference.

import type { Json } from '../../fixtures/objects/tested-types.ts'
import { crdOf, definitionsPath, crdVersion } from './custom-cases.ts'
import type { DifferentialCase } from './custom-cases.ts'

type Fields = { readonly [name: string]: Json }

const text = { type: 'string' }

/** The schema of one version: a field of both versions, and a field and a default of this one. */
const schemaOf = (name: string): Fields => ({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: { both: text, [`in-${name}`]: text, [`d-${name}`]: { ...text, default: name } },
    },
  },
})

const versions = (storage: string): Json =>
  ['v1', 'v2'].map(name => crdVersion(name, schemaOf(name), { storage: name === storage }))

const switching = (plural: string, from: string, to: string): DifferentialCase => {
  const path = (name: string) => `/apis/differ.example.com/${name}/namespaces/default/${plural}`
  const [one, other] = [`${path('v1')}/a`, `${path('v2')}/a`]
  const body = {
    apiVersion: `differ.example.com/${from}`,
    kind: `${plural.charAt(0).toUpperCase()}${plural.slice(1, -1)}`,
    metadata: { name: 'a' },
    spec: { both: 'b', 'in-v1': 'x', 'in-v2': 'y', neither: 'z' },
  }
  return {
    name: `objects of ${from} that are to be kept in ${to}`,
    steps: [
      {
        method: 'POST',
        path: definitionsPath,
        body: crdOf(plural, { versions: versions(from) }),
        settles: true,
      },
      { method: 'POST', path: path(from), body },
      { method: 'GET', path: one },
      { method: 'GET', path: other },
      {
        method: 'PATCH',
        path: `${definitionsPath}/${plural}.differ.example.com`,
        body: { spec: { versions: versions(to) } },
        settles: true,
      },
      { method: 'GET', path: one },
      { method: 'GET', path: other },
      { method: 'PATCH', path: `${other}?dryRun=All`, body: {} },
      { method: 'PATCH', path: one, body: {} },
      { method: 'GET', path: one },
      { method: 'GET', path: other },
      { method: 'PATCH', path: one, body: {} },
      { method: 'GET', path: other },
      { method: 'PATCH', path: one, body: { spec: { 'in-v1': 'new', 'in-v2': 'new' } } },
      { method: 'GET', path: other },
    ],
  }
}

export const switchCases: readonly DifferentialCase[] = [
  switching('forwards', 'v1', 'v2'),
  switching('backwards', 'v2', 'v1'),
]
