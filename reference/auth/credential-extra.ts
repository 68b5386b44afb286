// The extra attribute of a user that names the token with which a request was sent.

const credentialIdKey = 'authentication.kubernetes.io/credential-id'

/** Returns the attribute for the id of a token; none for an empty id. */
export const credentialExtra = (id: string): { [key: string]: string[] } =>
  id === '' ? {} : { [credentialIdKey]: [`JTI=${id}`] }
