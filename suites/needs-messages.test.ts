import { expect, it } from 'vitest'
import { defaultTypes } from '../fixtures/objects/probe-types.ts'
import { sentAs } from '../properties/dsl/media-steps.ts'
import { create, steps } from '../properties/dsl/steps.ts'
import { unwritableIn } from './needs-messages.ts'

const types = defaultTypes('k8s.io')
const main = { ...types.main, group: 'wardle.example.com', resource: 'flunders', kind: 'Flunder' }
const inProtobuf = steps(sentAs('protobuf', create('a', 'main', 'x')))

it('skips Protobuf bodies of types whose messages are not known', () => {
  expect(unwritableIn({ types: { ...types, main } }, inProtobuf)).toBe(
    'skipped: the Protobuf message is unknown for the type flunders',
  )
})

it('performs those of built-in types, and other encodings of all types', () => {
  expect(unwritableIn({ types }, inProtobuf)).toBeUndefined()
  const inYaml = steps(sentAs('yaml', create('a', 'main', 'x')))
  expect(unwritableIn({ types: { ...types, main } }, inYaml)).toBeUndefined()
})
