// Reads the flags of authentication and their files.

import type { AuthenticationConfig, RequestHeaders, TokenWebhook } from '../api/authentication.ts'
import type { Changing } from '../api/changing.ts'
import type { FollowedFile } from '../api/followed-file.ts'
import type { X509Certificate } from 'node:crypto'

import {
  type AuthenticationFileOptions,
  authenticationOfFlags,
  readAuthenticationFile,
} from './authentication-file.ts'
import { readAuthorities } from './authorities-file.ts'
import { followFile, type ReadText } from './followed-file.ts'
import { type RequestHeaderFlags, requestHeadersOf } from './request-header-flags.ts'
import { type TokenWebhookFlags, tokenWebhookOf } from './token-webhook-flags.ts'

/** The flags as they were typed. The value of a file flag is a path. */
export type AuthenticationFlags = {
  /** An AuthenticationConfiguration; requests without credentials are then anonymous. */
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
  const authoritiesOf = async (flag: string, file: string | undefined) => {
    if (file === undefined) return undefined
    if (!hasTls)
      throw new Error(`${flag}: expected --cert-dir or --tls-cert-file beside it, got neither`)
    const parse = (text: string) => readAuthorities(text, { flag, name: file })
    return followFile({ path: file, readText, parse })
  }
  const text = path === undefined ? undefined : await readText(path)
  const options = { name: path ?? '', ...checks }
  const authentication = authenticationOfFlags({ text, anonymousAuth }, options)
  const clientAuthorities = await authoritiesOf('--client-ca-file', flags.clientCaFile)
  const proxyAuthorities = await authoritiesOf(
    '--requestheader-client-ca-file',
    flags.requestheaderClientCaFile,
  )
  const requestHeaders = requestHeadersOf(flags, proxyAuthorities, clientAuthorities)
  const file =
    path === undefined
      ? undefined
      : await followConfig(path, readText, {
          ...options,
          hasAnonymousFlag: anonymousAuth !== undefined,
        })
  const tokenWebhook = await tokenWebhookOf(flags, readText)
  return {
    ...(tokenWebhook && { tokenWebhook }),
    ...(authentication && { authentication }),
    ...(file && { newerAuthentication: file.newer }),
    ...(clientAuthorities && { clientAuthorities }),
    ...(requestHeaders && { requestHeaders }),
    followedFiles: [file, clientAuthorities, proxyAuthorities].filter(one => one !== undefined),
  }
}

/** Follows an AuthenticationConfiguration. As in genuine servers, `anonymous` must not change. */
async function followConfig(
  path: string,
  readText: ReadText,
  options: AuthenticationFileOptions,
): Promise<FollowedFile & { newer: () => AuthenticationConfig | undefined }> {
  let first: AuthenticationConfig | undefined
  const file = await followFile({
    path,
    readText,
    metric: 'apiserver_authentication_config_controller_automatic_reloads_total',
    parse: text => {
      const found = readAuthenticationFile(text, options)
      first ??= found
      if (JSON.stringify(found.anonymous) !== JSON.stringify(first.anonymous))
        throw new Error('anonymous: expected the value at the start of the server, got another')
      return found
    },
  })
  return { ...file, newer: () => (file.current() === first ? undefined : file.current()) }
}
