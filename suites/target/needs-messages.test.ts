import { expect, it } from 'vitest'
import { defaultTypes } from '../../fixtures/objects/tested-types.ts'
import { withBodyEncoding } from '../../properties/dsl/media-steps.ts'
import { create, scenarioWith } from '../../properties/dsl/steps.ts'
import { unwritableReason } from './needs-messages.ts'

const types = defaultTypes('k8s.io')
const main = { ...types.main, group: 'wardle.example.com', resource: 'flunders', kind: 'Flunder' }
const inProtobuf = scenarioWith(withBodyEncoding('protobuf', create('a', 'main', 'x')))

it('skips Protobuf bodies of types without known messages', () => {
  expect(unwritableReason({ types: { ...types, main } }, inProtobuf)).toBe(
    'skipped: the Protobuf message is unknown for the type flunders',
  )
})

it('performs those of built-in types, and other encodings of all types', () => {
  expect(unwritableReason({ types }, inProtobuf)).toBeUndefined()
  const inYaml = scenarioWith(withBodyEncoding('yaml', create('a', 'main', 'x')))
  expect(unwritableReason({ types: { ...types, main } }, inYaml)).toBeUndefined()
})
