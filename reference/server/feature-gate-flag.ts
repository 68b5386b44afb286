import { type FeatureGate, featureGateDefaults, type FeatureGates } from '../api/feature-gates.ts'

/**
 * Parses a flag such as `CBORServingAndStorage=true` into the values of all gates (GATE-011,
 * GATE-013).
 * @throws Error about the flag: an unknown gate, or a value other than true and false
 */
export function parseFeatureGates(text: string): FeatureGates {
  const settings = text.split(',').filter(setting => setting !== '')
  return { ...featureGateDefaults, ...Object.fromEntries(settings.map(settingOf)) }
}

function settingOf(setting: string): [FeatureGate, boolean] {
  const [name = '', value, ...more] = setting.split('=').map(word => word.trim())
  if (isGate(name) && (value === 'true' || value === 'false') && more.length === 0)
    return [name, value === 'true']
  const known = Object.keys(featureGateDefaults).join(', ')
  throw new Error(
    `--feature-gates: expected Name=true or Name=false for ${known}, got ${JSON.stringify(setting)}`,
  )
}

const isGate = (name: string): name is FeatureGate => Object.hasOwn(featureGateDefaults, name)
