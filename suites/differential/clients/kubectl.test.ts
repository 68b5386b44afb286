// Tests that kubectl works with the Protobuf, Tables and watches of the reference.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { referenceTarget } from '../../../fixtures/targets/reference-target.ts'
import { requiredKubectlCommands } from './kubectl-commands.ts'
import { kubectlAbsence, kubectlOn } from './kubectl.ts'
import type { KubectlResult } from './kubectl.ts'

const protobuf = 'application/vnd.kubernetes.protobuf'

const absent = await kubectlAbsence()
const shown = new Map<string, KubectlResult>()
const close: (() => Promise<void>)[] = []

beforeAll(async () => {
  if (absent !== undefined) return
  const target = await referenceTarget({ dialect: 'kubernetes', storesIgnoredSettings: true })
  close.push(target.close)
  const kubectl = await kubectlOn(target)
  close.unshift(kubectl.close)
  for (const command of requiredKubectlCommands)
    shown.set(command.args.join(' '), await kubectl.run(command))
})

afterAll(async () => {
  for (const one of close) await one()
})

const of = (start: string): KubectlResult | undefined =>
  [...shown].find(([command]) => command.startsWith(start))?.[1]

test('kubectl creates in Protobuf', ({ skip }) => {
  if (absent !== undefined) skip(absent)

  expect(of('create namespace')).toEqual({
    code: 0,
    stdout: 'namespace/shop created',
    stderr: '',
    spoken: [`POST /api/v1/namespaces ${protobuf} > 201 ${protobuf}`],
  })
  expect(of('create quota')?.stdout).toBe('resourcequota/few created')
})

test('kubectl shows the columns of a Table', ({ skip }) => {
  if (absent !== undefined) skip(absent)

  expect(of('get namespaces')?.stdout).toMatch(/^NAME +STATUS +AGE\n[^]*^shop  Active  AGE$/m)
  expect(of('get namespace shop -o wide')?.stdout).toBe('NAME  STATUS  AGE\nshop  Active  AGE')
})

test('kubectl shows what happens while it watches', ({ skip }) => {
  if (absent !== undefined) skip(absent)

  const { stdout, stderr, spoken = [] } = of('get configmaps') ?? {}

  // kubectl prints a deleted object once more in its last state.
  expect(stdout).toBe('NAME  DATA  AGE\nwatched  1  AGE\nwatched  1  AGE')
  expect(stderr).toBe('')
  expect(spoken).toContain('WATCH /api/v1/namespaces/shop/configmaps 200 application/json')
})

test('kubectl asks for its rights in Protobuf', ({ skip }) => {
  if (absent !== undefined) skip(absent)

  const reviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
  expect(of('auth can-i')).toEqual({
    code: 0,
    stdout: 'yes',
    stderr: '',
    spoken: [`POST ${reviews} ${protobuf} > 201 ${protobuf}`],
  })
})
