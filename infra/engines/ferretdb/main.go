// FerretDB 1.x over SQLite: speaks MongoDB's protocol where no MongoDB is. (Its own command does not start when it was
// built outside of a checkout, hence this one.) Takes the address to listen at, an existing folder for the data, and
// for TLS a file with key and certificate.
package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	address, folder := os.Args[1], os.Args[2]
	stopping, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	listener := ferretdb.ListenerConfig{TCP: address}
	if len(os.Args) > 3 {
		listener = ferretdb.ListenerConfig{TLS: address, TLSCertFile: os.Args[3], TLSKeyFile: os.Args[3]}
	}
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  listener,
		Handler:   "sqlite",
		SQLiteURL: "file:" + folder + "/",
		Logger:    logger,
	})
	if err == nil {
		err = server.Run(stopping)
	}
	if err != nil {
		logger.Error(err.Error())
		os.Exit(1)
	}
}
