import type { Dialect } from '../api/dialect.ts'
import { documentReply } from '../verbs/replies.ts'
import type { NonResourceEndpoint } from '../parts/parts.ts'
import { packageVersion } from '../lib/package-version.ts'

/** Serves `/version` (PATH-039). */
export const versionEndpoint: NonResourceEndpoint = {
  serves: path => /^\/version\/?$/.test(path),
  returns: 'document',
  handle: async call => documentReply(call, 200, about(call.parts.dialect)),
}

function about({ emulates }: Dialect) {
  const { major, minor } = minorOf(emulates?.release ?? packageVersion())
  return {
    major,
    minor,
    ...(emulates && emulation(emulates)),
    gitVersion: emulates
      ? `v${emulates.release}+touchstone-${packageVersion()}`
      : `v${packageVersion()}`,
    gitCommit: '',
    gitTreeState: '',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: '',
    compiler: `node ${process.version}`,
    platform: `${process.platform}/${process.arch}`,
  }
}

/** The emulated versions, which genuine servers include since release 1.34. */
function emulation({ release, compatibleWith }: NonNullable<Dialect['emulates']>) {
  const [emulated, oldest] = [minorOf(release), minorOf(compatibleWith)]
  return {
    emulationMajor: emulated.major,
    emulationMinor: emulated.minor,
    minCompatibilityMajor: oldest.major,
    minCompatibilityMinor: oldest.minor,
  }
}

function minorOf(release: string) {
  const [major = '', minor = ''] = release.split('.')
  return { major, minor }
}

/**
 * Checks `--emulated-version` as a genuine server spells it, `1.36` or `kube=1.36`. The server
 * emulates a single release, so any other value is refused.
 * @throws Error about the flag: the release that the server follows, and the given value
 */
export function checkEmulatedVersion(text: string, { name, emulates }: Dialect): void {
  if (!emulates) {
    throw new Error(
      `--emulated-version: expected --dialect kubernetes beside it, got ${name}: ` +
        'this dialect follows no release of Kubernetes',
    )
  }
  const { major, minor } = minorOf(emulates.release)
  if (text.replace(/^kube=/, '').replace(/^v/, '') === `${major}.${minor}`) return
  throw new Error(
    `--emulated-version: expected ${major}.${minor}, the only release that the server follows, ` +
      `got ${JSON.stringify(text)}`,
  )
}
