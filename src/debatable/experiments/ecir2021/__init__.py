"""Fromm, Berrendorf, Obermeier, Seidl and Faerman, ECIR 2021: learned relevance and biased coresets."""

from debatable.experiments.ecir2021.tables import Ecir2021

__all__ = ["Ecir2021"]
