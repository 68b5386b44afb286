// Reads the flags of authentication and their files.

import type { AuthenticationConfig, RequestHeaders, TokenWebhook } from '../api/authentication.ts'
import type { Changing } from '../api/changing.ts'
import type { FollowedFile } from '../api/followed-file.ts'
import type { X509Certificate } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import {
  type AuthenticationFileOptions,
  authenticationOfFlags,
  readAuthenticationFile,
} from './authentication-file.ts'
import { readAuthorities } from './authorities-file.ts'
import { followFile, type ReadText } from './followed-file.ts'
import {
  type RequestHeaderFlags,
  refuseOverlap,
  requestHeaderRules,
} from './request-header-flags.ts'
import { type TokenWebhookFlags, tokenWebhookOf } from './token-webhook-flags.ts'

/** The flags as they were typed. The value of a file flag is a path. */
export type AuthenticationFlags = {
  /** An AuthenticationConfiguration. */
  authenticationConfig?: string
  /** `true` or `false`: whether requests without credentials are accepted. */
  anonymousAuth?: string
  /** The authorities of client certificates, PEM. */
  clientCaFile?: string
} & RequestHeaderFlags &
  TokenWebhookFlags

/** The settings of a server, and the files that it follows. */
export type AuthenticationSettings = {
  authentication?: AuthenticationConfig
  newerAuthentication?: () => AuthenticationConfig | undefined
  clientAuthorities?: Changing<readonly X509Certificate[]>
  requestHeaders?: RequestHeaders
  tokenWebhook?: TokenWebhook
  followedFiles: readonly FollowedFile[]
}

type Context = Pick<AuthenticationFileOptions, 'kinds' | 'dialect'> & {
  readonly readText: ReadText
  /** Whether the server serves TLS. */
  readonly hasTls: boolean
}

/** @throws Error that names the flag, the file and the fault */
export async function authenticationSettings(
  flags: AuthenticationFlags,
  { readText, hasTls, ...checks }: Context,
): Promise<AuthenticationSettings> {
  const { authenticationConfig: path, anonymousAuth } = flags
  const proxies = requestHeaderRules(flags)
  const authorities: { [whose in 'clients' | 'proxies']?: FollowedAuthorities | undefined } = {}
  const follow = async (
    flag: string,
    file: string | undefined,
    other: keyof typeof authorities,
  ) => {
    if (file === undefined) return undefined
    if (!hasTls)
      throw new Error(`${flag}: expected also --cert-dir or --tls-cert-file, got neither`)
    return followFile({
      path: file,
      readText,
      parse: text => {
        const found = readAuthorities(text, { flag, name: file })
        refuseOverlap(proxies, found, authorities[other]?.current())
        return found
      },
    })
  }
  authorities.clients = await follow('--client-ca-file', flags.clientCaFile, 'proxies')
  authorities.proxies = await follow(
    '--requestheader-client-ca-file',
    flags.requestheaderClientCaFile,
    'clients',
  )
  const text = path === undefined ? undefined : await readText(path)
  const options = { name: path ?? '', ...checks }
  const authentication = authenticationOfFlags({ text, anonymousAuth }, options)
  const file =
    path === undefined || text === undefined
      ? undefined
      : await followConfig(
          { path, readText, text },
          { ...options, hasAnonymousFlag: anonymousAuth !== undefined },
        )
  const tokenWebhook = await tokenWebhookOf(flags, readText)
  return {
    ...(tokenWebhook && { tokenWebhook }),
    ...(authentication && { authentication }),
    ...(file && { newerAuthentication: file.newer }),
    ...(authorities.clients && { clientAuthorities: authorities.clients }),
    ...(authorities.proxies && {
      requestHeaders: { authorities: authorities.proxies, ...proxies },
    }),
    followedFiles: [file, authorities.clients, authorities.proxies].filter(
      one => one !== undefined,
    ),
  }
}

type FollowedAuthorities = Changing<readonly X509Certificate[]> & FollowedFile

/**
 * Follows an AuthenticationConfiguration that has been read. As in genuine servers, `anonymous`
 * must not change.
 */
async function followConfig(
  file: { path: string; readText: ReadText; text: string },
  options: AuthenticationFileOptions,
): Promise<FollowedFile & { newer: () => AuthenticationConfig | undefined }> {
  let first: AuthenticationConfig | undefined
  const followed = await followFile({
    ...file,
    metric: 'apiserver_authentication_config_controller_automatic_reloads_total',
    parse: text => {
      const found = readAuthenticationFile(text, options)
      first ??= found
      if (!isDeepStrictEqual(found.anonymous, first.anonymous))
        throw new Error('anonymous: expected the value at the start of the server, got another')
      return found
    },
  })
  const newer = () => (followed.current() === first ? undefined : followed.current())
  return { ...followed, newer }
}
