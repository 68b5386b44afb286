// The comments of a drafted target file: what else it may declare.

import { identities } from '../fixtures/objects/identity.ts'
import { askedFeatures, presumedFeatures } from '../fixtures/targets/discover.ts'
import type { Offered } from '../fixtures/targets/offered-features.ts'
import { features } from '../fixtures/targets/target.ts'
import type { Feature } from '../fixtures/targets/target.ts'

const commented = (lines: string[]): string => lines.map(line => `# ${line}\n`).join('')

/** What is known of each feature, and how; those that are not in the draft can be added. */
export function featureComments(found: readonly Feature[], offered: readonly Feature[]): string {
  const absent = features.filter(one => !found.includes(one))
  const missing = absent.filter(one => askedFeatures.includes(one))
  const others = absent.filter(one => !missing.includes(one) && !offered.includes(one))
  const seen = found.filter(one => !presumedFeatures.includes(one))
  return commented([
    `\`features\` is what the server has. Found by reading: ${listed(seen)}. Taken for granted:`,
    `${listed(presumedFeatures)}. Not found: ${listed(missing)}.`,
    'Discovery also lists these. Controllers may act on them, or a request deletes many objects; add',
    `them where that does no harm: ${listed(offered)}.`,
    `Not probed; add those that the server has: ${listed(others)}.`,
  ])
}

/** Whether a run makes identities by itself, and how a file names them. */
export function credentialComments({ noIdentities }: Offered): string {
  const few = identities.filter(one => !['admin', 'anonymous', 'bad-token'].includes(one))
  const made =
    noIdentities === undefined
      ? 'A run makes service accounts with few rights by itself, and removes them.'
      : `A run cannot make users with few rights by itself: ${noIdentities}.`
  return commented([
    made,
    '`credentials` may name such users: limited may do nothing, each other just its verb.',
    'credentials:',
    ...few.map(one => `  ${one}: { tokenFile: ${one}.token }`),
  ])
}

// The settings of feature gates under which some rows are judged.
const settings = [
  'CBORServingAndStorage=true',
  'CBORServingAndStorage=false',
  'APIResponseCompression=true',
  'APIResponseCompression=false',
]

/** Controls, and servers of the same service under other settings. */
export const controlComments: string = commented([
  'The same service, on the same storage, started with another setting of a feature gate each:',
  'doors:',
  ...settings.map(setting => `  ${setting}: https://127.0.0.1:6445`),
  'Commands that act on the server. Rows that need a missing one are inapplicable:',
  'controls:',
  '  compact: [./compact.sh]      # makes old versions and tokens expire',
  '  corrupt: [./corrupt.sh]      # gets a path; makes what is stored of that object unreadable',
  '  accepts: [node, accepts.mjs] # says whether configuration would be accepted',
  '  failHealthCheck:             # makes one check of /livez fail, and pass again',
  '    check: etcd',
  '    fail: [./stop-etcd.sh]',
  '    heal: [./start-etcd.sh]',
])

const listed = (words: readonly string[]): string => words.join(', ') || 'none'
