import type { AuditRules } from '../api/audit.ts'
import { eventOf, listOf } from './audit-event.ts'
import { decisionOf, matchesRule } from './match-policy.ts'

/** The rules of a correct server. */
export const auditRules: AuditRules = { matches: matchesRule, decisionOf, eventOf, listOf }
