import { expect, it } from 'vitest'
import { auditOutcome } from './vulnerable-dependencies.ts'

it.each([
  ['', /^skipped: the registry does not answer \(no report\)$/],
  ['{"message":"request failed","error":{"summary":"403"}}', /^skipped: .*\(403\)$/],
  ['{"metadata":{"vulnerabilities":{}},"vulnerabilities":{}}', /^no known vulnerability$/],
])('summarizes %j', (output, says) => {
  expect(auditOutcome(output)).toEqual({ summary: expect.stringMatching(says) })
})

it('names each dependency with a known vulnerability', () => {
  const vulnerabilities = { yaml: { severity: 'high', isDirect: true } }
  const report = { metadata: { vulnerabilities: { high: 1 } }, vulnerabilities }

  expect(auditOutcome(JSON.stringify(report))).toEqual({ problem: '  yaml: high' })
})
