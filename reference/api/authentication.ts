// The types of authentication: authenticators, and what they are configured with.

import type { X509Certificate } from 'node:crypto'

import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import type { Dial, EgressParts } from './egress.ts'
import type { Changing } from './changing.ts'
import type { FollowedFile } from './followed-file.ts'
import type { JsonObject } from './object.ts'
import type { IncomingRequest, User } from './request.ts'

/** The reason why credentials are refused. It contains no credentials. */
export type RefusedCredentials = {
  readonly fault: string
  /** Whether no authenticator knows a token. This is not logged. */
  readonly isUnknown?: boolean
}

/** The user of a token, and those of the requested audiences that the token is meant for. */
export type TokenBearer = { readonly user: User; readonly audiences?: readonly string[] }

/** Authenticates requests by one form of credentials. `At` is the server. */
export type RequestAuthenticator<At> = {
  readonly kind: 'request headers' | 'client certificates' | 'bearer tokens'
  /** Returns undefined for a request that has no such credentials. */
  readonly authenticate: (
    http: IncomingRequest,
    parts: At,
  ) => Promise<User | RefusedCredentials | undefined>
}

/** Authenticates bearer tokens of one origin. */
export type TokenAuthenticator<At> = {
  readonly kind: 'token file' | 'service accounts' | 'issuers' | 'webhook'
  /** Returns undefined for a token of another origin. */
  readonly authenticate: (
    token: string,
    audiences: readonly string[],
    parts: At,
  ) => Promise<TokenBearer | RefusedCredentials | undefined>
}

/** The authenticators of a server. Each list is tried in order, and the first user counts. */
export type Authenticators<At> = {
  readonly requests: readonly RequestAuthenticator<At>[]
  readonly tokens: readonly TokenAuthenticator<At>[]
}

/**
 * Returns the user of a token, or the reason why it is refused; undefined if it is not a token of
 * its issuer.
 */
export type JwtAuthenticator = (
  token: UnverifiedToken,
) => Promise<User | { fault: string } | undefined>

/** A token with its claims, which nobody has verified. */
export type UnverifiedToken = { readonly text: string; readonly claims: JsonObject }

/** A claim with a prefix, or an expression over all claims. */
export type Mapping = {
  readonly claim?: string
  readonly prefix?: string
  readonly expression?: string
}

/** The authenticator of the tokens of one issuer. */
export type JwtConfig = {
  readonly issuer: {
    readonly url: string
    readonly discoveryURL?: string
    /** PEM. The authorities of the system, if absent. */
    readonly certificateAuthority?: string
    readonly audiences: readonly string[]
  }
  readonly claimValidationRules?: readonly {
    readonly claim?: string
    readonly requiredValue?: string
    readonly expression?: string
    readonly message?: string
  }[]
  readonly claimMappings: {
    readonly username: Mapping
    readonly groups?: Mapping
    readonly uid?: Mapping
    readonly extra?: readonly { readonly key: string; readonly valueExpression: string }[]
  }
  readonly userValidationRules?: readonly {
    readonly expression: string
    readonly message?: string
  }[]
}

/** Whether anonymous requests are accepted, and the paths of those that are; all without any. */
export type AnonymousConfig = {
  readonly enabled: boolean
  readonly conditions?: readonly { readonly path: string }[]
}

/** The part of an AuthenticationConfiguration that a server acts on. */
export type AuthenticationConfig = {
  readonly jwt?: readonly JwtConfig[]
  readonly anonymous?: AnonymousConfig
}

/** What a token is verified against. `nowMs` is in milliseconds since 1970. */
export type Expectation = {
  readonly issuer: string
  readonly audiences: readonly string[]
  readonly nowMs: number
}

/** The rules for tokens, each as one function (`reference/auth/jwt/jwt-rules.ts`). */
export type JwtRules = {
  /** Returns the claims of a token whose signature and standard claims are right. Rejects else. */
  readonly verify: (
    token: string,
    keys: JWTVerifyGetKey,
    wanted: Expectation,
  ) => Promise<JWTPayload>
  /** Whether a token with this `iss` is a token of the issuer (AUTHN-035). */
  readonly isOfIssuer: (found: unknown, issuer: string) => boolean
  /** Returns the place of the discovery document (AUTHN-037, AUTHN-038). */
  readonly discoveryUrl: (issuer: JwtConfig['issuer']) => string
  /** Returns how issuers are connected to: directly, whatever the proxies (AUTHN-047). */
  readonly dial: (dialOf: EgressParts['dialOf']) => Dial | undefined
  /** Returns the authorities that vouch for an issuer; undefined for those of the system. */
  readonly authorityOf: (issuer: JwtConfig['issuer']) => string | undefined
  /** Whether the issuer in a discovery document is that of the configuration. */
  readonly isSameIssuer: (found: unknown, wanted: string) => boolean
  /** Whether a claim has the required value, `''` if the rule has none (AUTHN-048, AUTHN-049). */
  readonly hasRequiredValue: (value: unknown, requiredValue: string) => boolean
  /** Whether every result of the rules for users is true (AUTHN-032). */
  readonly areAllTrue: (results: readonly unknown[]) => boolean
  /** @throws Error for anything but a string */
  readonly stringOf: (value: unknown, what: string) => string
  /** Returns a string as a list of one. Nothing and null are an empty list. @throws Error */
  readonly stringsOf: (value: unknown, what: string) => string[]
  readonly prefixed: (prefix: string, value: string) => string
  /** Returns the values of a list that count: not the empty ones (AUTHN-058, AUTHN-072). */
  readonly withoutEmpty: (values: readonly string[]) => string[]
}

/** The headers in which a proxy names users, and the client certificates that prove the proxy. */
export type RequestHeaders = {
  readonly authorities: Changing<readonly X509Certificate[]>
  /** The common names of certificates that may name users; all if empty. */
  readonly allowedNames: readonly string[]
  /** The first header with a value counts. */
  readonly usernameHeaders: readonly string[]
  readonly uidHeaders: readonly string[]
  readonly groupHeaders: readonly string[]
  readonly extraHeaderPrefixes: readonly string[]
}

/** A service that reviews the tokens that nobody else knows. */
export type TokenWebhook = WebhookAddress & {
  readonly version: 'v1' | 'v1beta1'
  /** How long a review is kept, in milliseconds; 0 keeps none. */
  readonly cacheTtlMs: number
}

/** The address of a webhook, and the credentials of this server there. */
export type WebhookAddress = {
  /** Where reviews are sent, with `http:` or `https:`. */
  readonly url: string
  /** PEM. The authorities of the system, if absent. */
  readonly certificateAuthority?: string
  /** The name in the certificate of the service, if it is not that of the URL. */
  readonly serverName?: string
  readonly isVerificationSkipped?: boolean
  /** The client certificate of this server, PEM. */
  readonly client?: { readonly certificate: string; readonly key: string }
  /** The header `Authorization` of this server. */
  readonly authorization?: string
}

/** The configuration of authentication. */
export type AuthenticationParts = {
  /** The authorities of client certificates. If absent, no client certificate authenticates. */
  readonly clientAuthorities?: Changing<readonly X509Certificate[]>
  /** If absent, headers name no user. */
  readonly requestHeaders?: RequestHeaders
  readonly tokenWebhook?: TokenWebhook
  /** The configuration in place of `authentication`, if its file has changed since the start. */
  readonly newerAuthentication?: () => AuthenticationConfig | undefined
  readonly followedFiles: readonly FollowedFile[]
  /** If absent, and without users, every client is an administrator. */
  readonly authentication?: AuthenticationConfig
  readonly jwtRules: JwtRules
  /** Writes a line to the log. `what` may contain text of a client. */
  readonly log: (what: string) => void
}
