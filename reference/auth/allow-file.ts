import { isJsonObject } from '../api/object.ts'
import type { AllowRule } from '../api/access.ts'
import { yaml } from '../lib/deferred-libraries.ts'

const required = ['user', 'verbs']
const lists = ['verbs', 'resources', 'groups', 'namespaces', 'names']

/**
 * Reads an array of rules from YAML or JSON.
 * @throws Error with the index of the rule, the expected and the actual value
 */
export function readAllowFile(text: string, path: string): AllowRule[] {
  const rules = parsed(text, path)
  if (!Array.isArray(rules))
    throw new Error(`${path}: expected an array of rules, got ${valueText(rules)}`)
  return rules.map((rule: unknown, index) => checked(rule, `${path}: [${index}]`))
}

function parsed(text: string, path: string): unknown {
  try {
    return yaml().parse(text)
  } catch (cause) {
    throw new Error(`${path}: expected YAML or JSON: ${String(cause)}`, { cause })
  }
}

function checked(rule: unknown, place: string): AllowRule {
  if (!isJsonObject(rule)) throw new Error(`${place}: expected a rule, got ${valueText(rule)}`)
  const missing = required.find(member => !(member in rule))
  if (missing) throw new Error(`${place}.${missing}: expected a value, got nothing`)
  for (const [member, value] of Object.entries(rule)) {
    const fault = faultOf(member, value)
    if (fault) throw new Error(`${place}.${member}: ${fault}, got ${valueText(value)}`)
  }
  // The loop above has checked every member.
  return rule as AllowRule
}

function faultOf(member: string, value: unknown): string | undefined {
  if (member === 'user') {
    return typeof value === 'string' && value !== '' ? undefined : 'expected the name of a user'
  }
  if (!lists.includes(member)) return `expected one of user, ${lists.join(', ')} as the member`
  const isList = Array.isArray(value) && value.every(entry => typeof entry === 'string')
  return isList && value.length > 0 ? undefined : 'expected an array of at least one string'
}

const valueText = (value: unknown): string => JSON.stringify(value) ?? 'nothing'
