/** Set by `authHandler` from the address that the HTTP layer found; whatever a client sent under this name is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address'
