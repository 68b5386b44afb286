import { expect, it } from 'vitest'

import { cborCodec } from './cbor-codec.ts'
import { jsonCodec } from './json-codec.ts'
import { joinPieces } from './pieces.ts'
import { protobufCodec } from './protobuf-codec.ts'
import { yamlCodec } from './yaml-codec.ts'

const words = { mediaType: 'application/vnd.kubernetes.protobuf', apiDomain: 'k8s.io' }
const head = { apiVersion: 'v1', kind: 'ConfigMapList', metadata: { resourceVersion: '7' } }
const type = { apiVersion: 'v1', kind: 'ConfigMap' }
const maps = ['a', 'b'].map(name => ({ metadata: { name }, data: { a: 'b' } }))

it.for([
  ['JSON', jsonCodec],
  ['YAML', yamlCodec],
  ['CBOR', cborCodec({ strings: 'bytes' })],
  ['Protobuf', protobufCodec(words)],
] as const)('a pause between the items of a list in %s does not change the output', ([, codec]) => {
  const items = maps.map(map => codec.item(map, type))
  const paused = items.flatMap(item => [undefined, item, undefined])

  expect(joinPieces(codec.list(head, 'items', paused))).toEqual(
    joinPieces(codec.list(head, 'items', items)),
  )
  expect(joinPieces(codec.list(head, 'items', [undefined]))).toEqual(
    joinPieces(codec.list(head, 'items', [])),
  )
})
