// Writes the comments of a drafted target file, which list further declarations.

import { identities } from '../fixtures/objects/identity.ts'
import { probedFeatures, assumedFeatures } from '../fixtures/targets/discover.ts'
import type { OfferedFeatures } from '../fixtures/targets/offered-features.ts'
import { features } from '../fixtures/targets/target.ts'
import type { Feature } from '../fixtures/targets/target.ts'

const commented = (lines: string[]): string => lines.map(line => `# ${line}\n`).join('')

/**
 * Returns what is known of each feature, and how. Features that are not in the draft can be added.
 */
export function featureComments(
  found: readonly Feature[],
  { features: offered, incomplete }: Pick<OfferedFeatures, 'features' | 'incomplete'>,
): string {
  const absent = features.filter(one => !found.includes(one))
  const missing = absent.filter(one => probedFeatures.includes(one))
  const others = absent.filter(
    one => !missing.includes(one) && !offered.includes(one) && !incomplete[one],
  )
  const seen = found.filter(one => !assumedFeatures.includes(one))
  return commented([
    `\`features\` lists the features of the server. Detected: ${listed(seen)}. Assumed:`,
    `${listed(assumedFeatures)}. Not found: ${listed(missing)}.`,
    'Discovery also lists these. They are not assumed because their checks delete whole collections,',
    `or create objects on which controllers act; add them where that is safe: ${listed(offered)}.`,
    ...Object.entries(incomplete).map(
      ([feature, names]) => `${feature} needs ${listed(names)}, which discovery does not list.`,
    ),
    `Not probed; add those that the server has: ${listed(others)}.`,
  ])
}

/** Returns whether a run creates identities, and how a file declares them. */
export function credentialComments({ noIdentities }: OfferedFeatures): string {
  const few = identities.filter(one => !['admin', 'anonymous', 'bad-token'].includes(one))
  const made =
    noIdentities === undefined
      ? 'A run creates service accounts with limited permissions, and deletes them.'
      : `A run cannot create users with limited permissions: ${noIdentities}.`
  return commented([
    made,
    '`credentials` may define such users: limited has no permissions, each other user only that for its verb.',
    'credentials:',
    ...few.map(one => `  ${one}: { tokenFile: ${one}.token }`),
  ])
}

// The feature gate settings under which some rows are judged.
const settings = [
  'CBORServingAndStorage=true',
  'CBORServingAndStorage=false',
  'APIResponseCompression=true',
  'APIResponseCompression=false',
]

/** The comments about controls, and about servers of the same service with other settings. */
export const controlComments: string = commented([
  'Alternate configurations: the same service and storage with another feature gate setting:',
  'alternates:',
  ...settings.map(setting => `  ${setting}: https://127.0.0.1:6445`),
  'Commands that act on the server. Rows that need a missing one are inapplicable:',
  'controls:',
  '  compact: [./compact.sh]      # makes old versions and tokens expire',
  '  corrupt: [./corrupt.sh]      # gets a path; corrupts the stored object at that path',
  '  accepts: [node, accepts.mjs] # reports whether configuration is accepted',
  '  start: [node, start.mjs]     # starts another server with files and flags',
  '  failHealthCheck:             # makes a check of /livez fail, and pass again',
  '    check: etcd',
  '    fail: [./stop-etcd.sh]',
  '    heal: [./start-etcd.sh]',
])

const listed = (words: readonly string[]): string => words.join(', ') || 'none'
