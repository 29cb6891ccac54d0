// FerretDB 1.x over SQLite: speaks MongoDB's protocol where no MongoDB is. (Its own command does not start when it was
// built outside of a checkout, hence this one.) Takes the address to listen at and an existing folder for the data.
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
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{TCP: address},
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
