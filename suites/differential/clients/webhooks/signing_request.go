package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
)

// signingRequest is a request for a certificate, as the field of a resource has it.
var signingRequest = newSigningRequest()

func newSigningRequest() string {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(err)
	subject := x509.CertificateRequest{Subject: pkix.Name{CommonName: "a.example"}, DNSNames: []string{"a.example"}}
	bytes, err := x509.CreateCertificateRequest(rand.Reader, &subject, key)
	must(err)
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE REQUEST", Bytes: bytes})
	return base64.StdEncoding.EncodeToString(text)
}
