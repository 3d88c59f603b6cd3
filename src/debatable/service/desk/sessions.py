"""Who is signed in: a signed cookie that scripts cannot read, and a token against forged forms."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from fastapi import Request, Response

from debatable.evaluation.annotation.desk import Desk, Person
from debatable.service.rates import Rates
from debatable.service.refusals import Refused
from debatable.service.settings import Settings

COOKIE = "debatable-desk"
"""Start of the name of the cookie; browsers share cookies between all ports, and so all desks, of a machine."""

LENGTH = 14 * 24 * 3600
"""Seconds after which one must sign in again."""

ATTEMPTS = 30
"""Times a minute that an address may try to sign in."""


class Sessions:
    """Signs people in; sessions outlast a restart of the desk."""

    def __init__(self, desk: Desk, settings: Settings, clock: Callable[[], float] = time.time) -> None:
        """Takes the secret of a desk."""
        self._desk, self._clock = desk, clock
        self._path, self._hosts = settings.root_path or "/", settings.hosts
        self._rates = Rates(ATTEMPTS)
        self.cookie = f"{COOKIE}-{hashlib.blake2b(desk.secret, digest_size=4).hexdigest()}"

    def sign_in(self, request: Request, name: str, token: str, response: Response) -> Person:
        """Sets the cookie.

        Raises:
            Refused: Nobody has this name and this token, or somebody tries too often.
        """
        address = request.client.host if request.client is not None else ""
        if wait := self._rates.wait(address):
            raise Refused(
                429, "too_many_requests", "too many tries; wait a little", {"Retry-After": str(wait)}
            )
        person = self._desk.signed_in(name, token)
        if person is None:
            raise Refused(
                401, "unauthorized", "no annotator has this name and this token; ask who leads the desk"
            )
        until = str(int(self._clock()) + LENGTH)
        named = base64.urlsafe_b64encode(person.name.encode()).decode()
        response.set_cookie(
            self.cookie,
            f"{named}.{until}.{self._mac(person, 'session', until)}",
            max_age=LENGTH,
            path=self._path,
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
        return person

    def sign_out(self, response: Response) -> None:
        """Deletes the cookie."""
        response.delete_cookie(self.cookie, path=self._path, httponly=True, samesite="strict")

    def person(self, request: Request) -> Person | None:
        """Returns who is signed in, or None."""
        named, _, rest = request.cookies.get(self.cookie, "")[:1_000].partition(".")
        until, _, mac = rest.partition(".")
        try:
            name = base64.urlsafe_b64decode(named.encode()).decode()
        except (ValueError, binascii.Error):
            return None
        with self._desk.state() as state:
            person = state.people.get(name)
        if person is None or not hmac.compare_digest(
            mac.encode("utf-8", "replace"), self._mac(person, "session", until).encode()
        ):
            return None
        return person if until.isdigit() and int(until) > self._clock() else None

    def guard(self, person: Person) -> str:
        """Returns the token that every form of a person carries."""
        return self._mac(person, "form", "")

    def check(self, request: Request, guard: str | None) -> Person:
        """Returns who sent a form.

        Raises:
            Refused: Nobody is signed in, or the form is not one of this desk.
        """
        self.check_origin(request)
        person = self.person(request)
        if person is None:
            raise Refused(401, "unauthorized", "you are not signed in; sign in again")
        if not hmac.compare_digest((guard or "").encode("utf-8", "replace"), self.guard(person).encode()):
            raise Refused(
                403, "foreign_form", "this form was not made for you at this desk; open the page again"
            )
        return person

    def check_origin(self, request: Request) -> None:
        """Checks that a form comes from this site.

        Raises:
            Refused: Another site sent it.
        """
        site = request.headers.get("sec-fetch-site")
        if site is not None:
            foreign = site not in ("same-origin", "none")
        else:
            origin = request.headers.get("origin")
            hosts = {request.headers.get("host", ""), *self._hosts}
            parts = urlsplit(origin or "")
            foreign = origin is not None and parts.netloc not in hosts and parts.hostname not in hosts
        if foreign:
            raise Refused(403, "foreign_form", "another site sent this form; use the pages of the desk")

    def _mac(self, person: Person, use: str, until: str) -> str:
        text = "\n".join((use, person.name, person.digest, until))
        return hmac.new(self._desk.secret, text.encode("utf-8", "replace"), hashlib.sha256).hexdigest()
