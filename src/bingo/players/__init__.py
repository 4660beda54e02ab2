"""Players"""
