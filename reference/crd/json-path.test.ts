import { expect, test } from 'vitest'

import { parseJsonPath, valueAtPath } from './json-path.ts'

const object = {
  spec: { 'a.b': 'dotted', hosts: ['x', 'y', 'z'], empty: [], none: null },
  status: {
    conditions: [
      { type: 'Issuing', status: 'False', level: 1 },
      { type: 'Ready', status: 'True', level: 2 },
    ],
    byName: { first: { size: 3 } },
  },
}

test.each<[string, unknown]>([
  ['.spec.hosts', ['x', 'y', 'z']],
  ['.spec.hosts[1]', 'y'],
  ['.spec.hosts[-1]', 'z'],
  ['.spec.hosts[-1:]', 'z'],
  ['.spec.hosts[-2]', 'y'],
  ['.spec.hosts[1:3]', 'y'],
  ['.spec.hosts[3]', undefined],
  ['.spec.hosts[*]', 'x'],
  ['.spec.empty[*]', undefined],
  ['.spec.none', null],
  ['.spec.none.more', undefined],
  ['.spec.a\\.b', 'dotted'],
  [".spec['a.b']", 'dotted'],
  ['.spec.hosts.more', undefined],
  ['.spec.constructor', undefined],
  ['.status.conditions[?(@.type == "Ready")].status', 'True'],
  ['.status.conditions[?(@.type=="Ready")].status', 'True'],
  [".status.conditions[?(@.type != 'Ready')].status", 'False'],
  ['.status.conditions[?(@.level > 1)].type', 'Ready'],
  ['.status.conditions[?(@.level>=1)].type', 'Issuing'],
  ['.status.conditions[?(@.level)].type', 'Issuing'],
  ['.status.conditions[?(@.nothing)].type', undefined],
  ['.status.conditions[?(@.type == "Gone")].status', undefined],
  ['.status.conditions[?(@.type == 1)].status', undefined],
  ['.status.byName[?(@.size == 3)].size', undefined],
  ['.status.byName.*.size', 3],
])('%s resolves to its value', (path, expected) => {
  const steps = parseJsonPath(path)

  expect(steps).toBeDefined()
  expect(valueAtPath(object, steps ?? [])).toEqual(expected)
})

test.each(['.spec..a', '.spec[', '.spec[0,1]', '.spec[?(@.a ==)]', 'spec.a'])(
  '%s is not supported',
  path => {
    expect(parseJsonPath(path)).toBeUndefined()
  },
)
