import { expect, test } from 'vitest'
import { claims, condition, mapping, reads, request, user } from './expressions.ts'
import type { Context, Fault, Law } from './rules.ts'

const context = { dialect: 'cluster' } as Context

function faults(law: Law, source: string): Fault[] {
  return [...law.faults(source as never, context)]
}

test.each([
  [claims, "claims.?email_verified.orValue(true) == true && 'admin' in claims.roles.split(',')"],
  [claims, 'claims.exp - claims.nbf <= 86400'],
  [claims, "claims.groups.exists(g, g.startsWith('a')) || !has(claims.b)"],
  [claims, "sets.contains(claims.a, ['b']) && claims.all(k, v, v == '%s'.format(['a']))"],
  [user, "user.groups.all(group, !group.startsWith('system:')) && user.extra['a.b/c'][0] == 'x'"],
  [request, "has(request.resourceAttributes) && request.resourceAttributes.namespace == 'a'"],
  [request, "request.resourceAttributes.fieldSelector.requirements.exists(r, r.key == 'a')"],
])('a condition over %j takes %s', (variables, source) => {
  expect(faults(condition('', variables), source)).toEqual([])
})

test.each([
  [claims, 'claims.a', 'must evaluate to bool, got dyn'],
  [claims, "user.username == ''", "compilation failed: undeclared reference to 'user'"],
  [user, "user.name == ''", "compilation failed: undefined field 'name'"],
  [user, 'user.groups', 'must evaluate to bool, got list(string)'],
  [request, "request.spec.user == ''", "compilation failed: undefined field 'spec'"],
  [claims, 'claims.a ==', 'compilation failed: Syntax error'],
  [claims, "guess(claims.a) == ''", "compilation failed: undeclared reference to 'guess'"],
])('a condition over %j refuses %s', (variables, source, fault) => {
  const [first, ...more] = faults(condition('', variables), source)

  expect(first?.detail).toContain(fault)
  expect(more).toEqual([])
})

test.each([
  ["claims.sub + ':a'", 0],
  ["claims.roles.split(',')", 0],
  ['claims.?groups.orValue([])', 0],
  ['1', 1],
  ['claims', 1],
  ['claims.?a', 1],
])('a mapping to texts of %s has %i faults', (source, count) => {
  expect(faults(mapping('', claims, ['string', 'list(string)']), source)).toHaveLength(count)
})

test.each([
  ['claims.email', true],
  ['claims.?email.orValue("")', true],
  ['has(claims.email)', true],
  ['{"a": [claims.email]}["a"][0]', true],
  ['claims.emails', false],
  ['claims["email"]', false],
  ['other.email', false],
  ['claims.email +', false],
])('whether %s reads claims.email: %j', (source, isRead) => {
  expect(reads(source, 'claims', 'email')).toBe(isRead)
})
