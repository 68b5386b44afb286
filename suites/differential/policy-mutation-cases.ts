// Mutating policies, and writes that they change.

import { type Fields, map, pod, type PolicyCase, type PolicyWrite, rule } from './policy-case.ts'

const apply = (expression: string): Fields => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
})
const patch = (expression: string): Fields => ({
  patchType: 'JSONPatch',
  jsonPatch: { expression },
})

const one = (
  name: string,
  mutations: readonly Fields[],
  writes: readonly PolicyWrite[] = [map('x', { data: { a: '1' } })],
  fields: Fields = {},
): PolicyCase => ({
  name: `mutation: ${name}`,
  kind: 'mutating',
  policies: [{ mutations, reinvocationPolicy: 'Never', ...fields }],
  writes,
})

const pods = { matchConstraints: { resourceRules: [rule(['pods'])] } }

export const mutationCases: readonly PolicyCase[] = [
  one('labels', [apply('Object{metadata: Object.metadata{labels: {"a": object.metadata.name}}}')]),
  one('typed labels', [
    apply('Object{metadata: Object.metadata{labels: Object.metadata.labels{a: "b"}}}'),
  ]),
  one('data', [apply('Object{data: {"a": "2", "b": "3"}}')]),
  one('nothing', [apply('Object{}')]),
  one('unknown field', [apply('Object{nothing: "a"}')]),
  one('wrong type', [apply('Object{data: "a"}')]),
  one('wrong type name', [apply('Object{metadata: Object.meta{labels: {"a": "b"}}}')]),
  one(
    'a list by keys',
    [
      apply(
        'Object{spec: Object.spec{containers: [Object.spec.containers{name: "b", image: "b"}]}}',
      ),
    ],
    [pod('x')],
    pods,
  ),
  one(
    'an item by keys',
    [
      apply(
        'Object{spec: Object.spec{containers: [Object.spec.containers{name: "a", env: [Object.spec.containers.env{name: "E", value: "1"}]}]}}',
      ),
    ],
    [pod('x')],
    pods,
  ),
  one(
    'an atomic list',
    [
      apply(
        'Object{spec: Object.spec{containers: [Object.spec.containers{name: "a", args: ["b"]}]}}',
      ),
    ],
    [pod('x')],
    pods,
  ),
  one(
    'an atomic map',
    [apply('Object{spec: Object.spec{nodeSelector: {"a": "b"}}}')],
    [pod('x')],
    pods,
  ),
  one('optional fields', [
    apply('Object{?data: optional.of({"b": "2"}), ?immutable: object.?immutable}'),
  ]),
  one(
    'numbers',
    [apply('Object{spec: Object.spec{terminationGracePeriodSeconds: 5, hostNetwork: false}}')],
    [pod('x')],
    pods,
  ),
  one('several', [
    apply('Object{data: {"b": object.data.a + "1"}}'),
    apply('Object{data: {"c": object.data.b + "2"}}'),
  ]),
  one('failing', [apply('Object{data: {"b": object.data.c}}')]),
  one('failing and ignored', [apply('Object{data: {"b": object.data.c}}')], undefined, {
    failurePolicy: 'Ignore',
  }),
  one(
    'failing, then another',
    [apply('Object{data: {"b": object.data.c}}'), apply('Object{data: {"d": "1"}}')],
    undefined,
    { failurePolicy: 'Ignore' },
  ),
  one('json patch', [
    patch(
      '[JSONPatch{op: "add", path: "/data/b", value: "2"}, JSONPatch{op: "remove", path: "/data/a"}]',
    ),
  ]),
  one('json patch of a map', [
    patch('[JSONPatch{op: "add", path: "/metadata/labels", value: {"a": "b"}}]'),
  ]),
  one(
    'json patch of a message',
    [
      patch(
        '[JSONPatch{op: "add", path: "/spec/containers/-", value: Object.spec.containers{name: "b", image: "b"}}]',
      ),
    ],
    [pod('x')],
    pods,
  ),
  one('json patch, escaped', [
    patch(
      '[JSONPatch{op: "add", path: "/metadata/labels", value: {}}, JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("a/b"), value: "1"}]',
    ),
  ]),
  one('json patch, move and copy', [
    patch(
      '[JSONPatch{op: "copy", from: "/data/a", path: "/data/b"}, JSONPatch{op: "move", from: "/data/a", path: "/data/c"}]',
    ),
  ]),
  one('json patch, test', [
    patch(
      '[JSONPatch{op: "test", path: "/data/a", value: "1"}, JSONPatch{op: "add", path: "/data/b", value: "2"}]',
    ),
  ]),
  one('json patch, failing test', [
    patch(
      '[JSONPatch{op: "test", path: "/data/a", value: "2"}, JSONPatch{op: "add", path: "/data/b", value: "2"}]',
    ),
  ]),
  one('json patch, no place', [patch('[JSONPatch{op: "remove", path: "/data/c"}]')]),
  one('json patch, wrong type', [patch('[JSONPatch{op: "add", path: "/data", value: 1}]')]),
  one('json patch, unknown op', [patch('[JSONPatch{op: "increase", path: "/data", value: 1}]')]),
  one('json patch, none', [patch('false ? [JSONPatch{op: "remove", path: "/data"}] : []')]),
  one('the name', [apply('Object{metadata: Object.metadata{name: "other"}}')]),
  one('invalid result', [apply('Object{metadata: Object.metadata{labels: {"-": "b"}}}')]),
  one('a condition', [apply('Object{data: {"b": "1"}}')], [map('x'), map('y')], {
    matchConditions: [{ name: 'a', expression: 'object.metadata.name == "x"' }],
  }),
  one('a failing condition', [apply('Object{data: {"b": "1"}}')], undefined, {
    matchConditions: [{ name: 'a', expression: 'object.data.z == "x"' }],
  }),
  one('variables', [apply('Object{data: {"b": variables.b}}')], undefined, {
    variables: [{ name: 'b', expression: 'object.data.a + "!"' }],
  }),
  one('too expensive', [
    apply(
      '[1,2,3,4,5,6,7,8,9,10].all(a, [1,2,3,4,5,6,7,8,9,10].all(b, [1,2,3,4,5,6,7,8,9,10].all(c, [1,2,3,4,5,6,7,8,9,10].all(d, [1,2,3,4,5,6,7,8,9,10].all(e, [1,2,3,4,5,6,7,8,9,10].all(f, true)))))) ? Object{} : Object{}',
    ),
  ]),
  {
    // The result does not depend on the order of the policies, which is random in genuine servers.
    name: 'mutation: reinvocation',
    kind: 'mutating',
    policies: [
      {
        reinvocationPolicy: 'IfNeeded',
        mutations: [apply('Object{data: {"n": string(object.data.filter(k, k != "n").size())}}')],
      },
      { reinvocationPolicy: 'Never', mutations: [apply('Object{data: {"b": "1"}}')] },
    ],
    writes: [map('x', { data: { a: '1' } })],
  },
  one(
    'an update',
    [apply('Object{data: {"b": "1"}}')],
    [
      map('x'),
      { method: 'PATCH', path: 'configmaps/x', body: { data: { b: '2', c: '3' } } },
      { method: 'PUT', path: 'configmaps/x', body: { metadata: { name: 'x' } } },
      { method: 'DELETE', path: 'configmaps/x' },
    ],
  ),
  one('without metadata', [
    apply(
      'Object{data: {"b": string(has(object.metadata.uid)) + string(has(object.metadata.creationTimestamp))}}',
    ),
  ]),
]
