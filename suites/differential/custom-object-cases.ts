// Cases of requests for custom objects.

import type { Json } from '../../fixtures/objects/tested-types.ts'
import type { DifferentialCase, DifferentialStep } from './custom-cases.ts'

type Fields = { readonly [name: string]: Json }

const base = '/apis/differ.example.com/v1/namespaces/default/forms'
const sizesAt = '/apis/differ.example.com/v1/namespaces/default/sizes'
const manysAt = (name: string) => `/apis/differ.example.com/${name}/manys`

const form = (spec: Json, more: Fields = {}): Fields => ({
  apiVersion: 'differ.example.com/v1',
  kind: 'Form',
  metadata: { name: 'f' },
  spec,
  ...more,
})

const size = (name: string, spec: Fields, more: Fields = {}): Fields => ({
  apiVersion: 'differ.example.com/v1',
  kind: 'Size',
  metadata: { name },
  spec,
  ...more,
})

const dry = (spec: Json, more: Fields = {}, query = ''): DifferentialStep => ({
  method: 'POST',
  path: `${base}?dryRun=All${query}`,
  body: form(spec, more),
})

const specs: readonly Json[] = [
  {},
  null,
  'x',
  { count: 11 },
  { count: -1 },
  { count: 'x' },
  { count: 1.5 },
  { count: null },
  { ratio: 0 },
  { ratio: 0.75 },
  { ratio: 1 },
  { name: 'a' },
  { name: 'abcdef' },
  { name: 'A1' },
  { colour: 'blue' },
  { colour: 3 },
  { isOn: 'yes' },
  { port: 'http' },
  { port: 80 },
  { port: true },
  { port: 1.5 },
  { day: '2026-02-30' },
  { day: '2026-02-28' },
  { day: 5 },
  { small: 3_000_000_000 },
  { maybe: null, filled: null },
  { maybe: 3 },
  { tags: [] },
  { tags: ['a', 'b', 'a', 'a'] },
  { tags: ['a', null] },
  { tags: 'a' },
  { ports: [{ name: 'a' }, { name: 'a', number: 1 }] },
  { ports: [{ number: 1 }] },
  { ports: ['a'] },
  { labels: { a: 'b', c: 1 } },
  { labels: { a: 'b', c: 'd', e: 'f' } },
  { labels: { a: null } },
  { inner: {} },
  { inner: null },
  { inner: { a: 'x', z: 1 } },
  { free: { a: 'x', z: { y: [1, null] } } },
  { free: { a: 1 } },
  { child: {} },
  { child: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', foo: 1 }, spec: { a: 1 } } },
  { child: { apiVersion: 'v1', kind: '', metadata: { labels: { 'a b': 'c' } } } },
  { child: { apiVersion: 'a/b/c', kind: 'P_', metadata: 3 } },
  { either: {} },
  { either: { a: 'x', b: 'y' } },
  { either: { a: 'x' } },
  { some: 3 },
  { never: 'no' },
  { every: 5 },
  { unknown: 1, inner: { a: 'x', more: 2 } },
  { ['__proto__']: 1, constructor: 2 },
]

const identity: readonly Fields[] = [
  { kind: 'Other' },
  { kind: '' },
  { apiVersion: 'differ.example.com/v2' },
  { apiVersion: '' },
  { metadata: { name: 'f', colour: 'red' } },
  { metadata: { name: 'f', labels: { a: 1 } } },
  { metadata: { name: 'F' } },
  { metadata: { name: 'f', finalizers: ['x'] } },
  { metadata: { name: 'f', finalizers: ['example.com/x'] } },
  { top: 'level' },
]

const status = { replicas: 3, selector: 'a=b' }

export const objectCases: readonly DifferentialCase[] = [
  ...specs.map(spec => ({ name: `create ${JSON.stringify(spec)}`, steps: [dry(spec)] })),
  ...specs.slice(-2).map(spec => ({
    name: `create strictly ${JSON.stringify(spec)}`,
    steps: [dry(spec, {}, '&fieldValidation=Strict')],
  })),
  ...identity.map(more => ({
    name: `create with ${JSON.stringify(more)}`,
    steps: [dry({}, more)],
  })),
  {
    name: 'twice the same member',
    steps: [
      {
        method: 'POST',
        path: `${base}?dryRun=All&fieldValidation=Strict`,
        body: '{"apiVersion":"differ.example.com/v1","kind":"Form","metadata":{"name":"a"},"spec":{"count":1,"count":2}}',
      },
    ],
  },
  {
    name: 'the life of an object',
    steps: [
      {
        method: 'POST',
        path: sizesAt,
        body: size('a', { replicas: 1, colour: 'red' }, { status }),
      },
      { method: 'GET', path: `${sizesAt}/a` },
      { method: 'PUT', path: `${sizesAt}/a`, body: size('a', { replicas: 2 }) },
      { method: 'PATCH', path: `${sizesAt}/a`, body: { spec: { replicas: 2, extra: 1 } } },
      { method: 'PATCH', path: `${sizesAt}/a`, body: { metadata: { labels: { a: 'b' } } } },
      {
        method: 'PATCH',
        path: `${sizesAt}/a/status`,
        body: { spec: { replicas: 9 }, metadata: { labels: { c: 'd' } }, status },
      },
      { method: 'PATCH', path: `${sizesAt}/a/status`, body: { status: { replicas: -1 } } },
      { method: 'PATCH', path: `${sizesAt}/a/status`, body: { status: { replicas: 'x' } } },
      { method: 'GET', path: `${sizesAt}/a/scale` },
      { method: 'PATCH', path: `${sizesAt}/a/scale`, body: { spec: { replicas: 5 } } },
      { method: 'PATCH', path: `${sizesAt}/a/scale`, body: { spec: { replicas: -5 } } },
      { method: 'GET', path: `${sizesAt}/a` },
      { method: 'PATCH', path: `${sizesAt}/a`, body: { spec: { replicas: null } } },
      { method: 'GET', path: `${sizesAt}/a/scale` },
      { method: 'PATCH', path: `${sizesAt}/a/scale`, body: { metadata: { labels: {} } } },
      {
        method: 'PATCH',
        path: `${sizesAt}/a`,
        body: {},
        type: 'application/strategic-merge-patch+json',
      },
      {
        method: 'PATCH',
        path: `${sizesAt}/a`,
        body: [{ op: 'add', path: '/spec/colour', value: 3 }],
        type: 'application/json-patch+json',
      },
      {
        method: 'PATCH',
        path: `${sizesAt}/a`,
        body: [{ op: 'add', path: '/spec/colour', value: 'blue' }],
        type: 'application/json-patch+json',
      },
      { method: 'GET', path: `${sizesAt}?fieldSelector=spec.colour%3Dblue` },
      { method: 'GET', path: `${sizesAt}?fieldSelector=spec.colour%3Dred` },
      { method: 'GET', path: `${sizesAt}?fieldSelector=spec.made%3Dred` },
      { method: 'GET', path: `${sizesAt}/a/other` },
      { method: 'POST', path: `${sizesAt}/a` },
      { method: 'GET', path: sizesAt, accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' },
      { method: 'GET', path: sizesAt, accept: 'application/vnd.kubernetes.protobuf' },
      { method: 'POST', path: sizesAt, body: 'x', type: 'application/vnd.kubernetes.protobuf' },
      { method: 'DELETE', path: `${sizesAt}/a` },
      { method: 'GET', path: `${sizesAt}/a` },
      { method: 'GET', path: '/apis/differ.example.com/v1' },
    ],
  },
  {
    name: 'several versions',
    steps: [
      {
        method: 'POST',
        path: manysAt('v1alpha1'),
        body: {
          apiVersion: 'differ.example.com/v1alpha1',
          kind: 'Many',
          metadata: { name: 'a' },
          spec: { a: 'x', c: 'y' },
        },
      },
      { method: 'GET', path: `${manysAt('v1')}/a` },
      { method: 'GET', path: `${manysAt('v1beta1')}/a` },
      { method: 'GET', path: `${manysAt('v2')}/a` },
      { method: 'GET', path: manysAt('v1beta1') },
      { method: 'PATCH', path: `${manysAt('v1beta1')}/a`, body: { spec: { c: 'z', a: 'w' } } },
      { method: 'GET', path: `${manysAt('v1')}/a` },
      { method: 'DELETE', path: `${manysAt('v1beta1')}/a` },
      { method: 'GET', path: '/apis/differ.example.com' },
    ],
  },
]
