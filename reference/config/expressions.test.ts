import { expect, test } from 'vitest'
import {
  claimVariables,
  conditionRule,
  mappingRule,
  readsMember,
  requestVariables,
  userVariables,
} from './expressions.ts'
import type { RuleContext, ConfigFault, FunctionRule } from './config-rules.ts'

const context = { dialect: 'cluster' } as RuleContext

function faults(rule: FunctionRule, source: string): ConfigFault[] {
  return [...rule.faults(source as never, context)]
}

test.each([
  [
    claimVariables,
    "claims.?email_verified.orValue(true) == true && 'admin' in claims.roles.split(',')",
  ],
  [claimVariables, 'claims.exp - claims.nbf <= 86400'],
  [claimVariables, "claims.groups.exists(g, g.startsWith('a')) || !has(claims.b)"],
  [claimVariables, "sets.contains(claims.a, ['b']) && claims.all(k, v, v == '%s'.format(['a']))"],
  [
    userVariables,
    "user.groups.all(group, !group.startsWith('system:')) && user.extra['a.b/c'][0] == 'x'",
  ],
  [
    requestVariables,
    "has(request.resourceAttributes) && request.resourceAttributes.namespace == 'a'",
  ],
  [
    requestVariables,
    "request.resourceAttributes.fieldSelector.requirements.exists(r, r.key == 'a')",
  ],
])('a condition over %j accepts %s', (variables, source) => {
  expect(faults(conditionRule('', variables), source)).toEqual([])
})

test.each([
  [claimVariables, 'claims.a', 'must evaluate to bool, got dyn'],
  [claimVariables, "user.username == ''", "compilation failed: undeclared reference to 'user'"],
  [userVariables, "user.name == ''", "compilation failed: undefined field 'name'"],
  [userVariables, 'user.groups', 'must evaluate to bool, got list(string)'],
  [requestVariables, "request.spec.user == ''", "compilation failed: undefined field 'spec'"],
  [claimVariables, 'claims.a ==', 'compilation failed: Syntax error'],
  [claimVariables, "guess(claims.a) == ''", "compilation failed: undeclared reference to 'guess'"],
])('a condition over %j refuses %s', (variables, source, fault) => {
  const [first, ...more] = faults(conditionRule('', variables), source)

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
  expect(faults(mappingRule('', claimVariables, ['string', 'list(string)']), source)).toHaveLength(
    count,
  )
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
  expect(readsMember(source, 'claims', 'email')).toBe(isRead)
})
