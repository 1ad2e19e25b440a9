"""More such pages, of six other universities: written with the first ones, and kept aside until the end."""

# ruff: noqa: E501  pages stand on one line

from __future__ import annotations

PAGES = (
    (
        "https://leman.example/formations/inf301.html",
        "INF301 Algorithmique",
        "<h1>INF301 Algorithmique</h1><p>Crédits ECTS : 6</p><p>Prérequis : INF201 et (MAT101 ou MAT102)</p><p>Responsable : Mme Claire Dufour</p><p>Enseignants : M. Paul Girard, Mme Claire Dufour</p><p>Langue : français</p>",
        """
        INF 301 | title | Algorithmique
        INF 301 | units | 6
        INF 301 | requires | INF 201
        INF 301 | requires | MAT 101 / MAT 102
        Claire Dufour | coordinates | INF 301
        Paul Girard | teaches | INF 301
        Claire Dufour | teaches | INF 301
        INF 301 | language | français
        """,
    ),
    (
        "https://leman.example/informatique/",
        "Département d'informatique",
        "<h1>Département d'informatique</h1><p>Directeur : Pr. Henri Vasseur</p><p>Téléphone : +33 4 76 00 11 22</p><p>Courriel : secretariat-info [at] leman.example</p><p>Bureau : B 214</p>",
        """
        Henri Vasseur | heads | Département d'informatique
        Département d'informatique | phone | +33 4 76 00 11 22
        Département d'informatique | email | secretariat-info@leman.example
        Département d'informatique | room | B 214
        """,
    ),
    (
        "https://leman.example/annuaire/equipe.html",
        "Équipe pédagogique",
        "<h1>Équipe pédagogique</h1><table><tr><th>Nom</th><th>Bureau</th><th>Téléphone</th><th>Courriel</th></tr><tr><td>Mme Claire Dufour</td><td>B 201</td><td>04 76 00 11 30</td><td>claire.dufour(at)leman.example</td></tr><tr><td>M. Paul Girard</td><td>B 203</td><td>04 76 00 11 31</td><td>paul.girard(at)leman.example</td></tr></table>",
        """
        Claire Dufour | room | B 201
        Claire Dufour | phone | 04 76 00 11 30
        Claire Dufour | email | claire.dufour@leman.example
        Paul Girard | room | B 203
        Paul Girard | phone | 04 76 00 11 31
        Paul Girard | email | paul.girard@leman.example
        """,
    ),
    (
        "https://sur.example/matematicas/",
        "Departamento de Matemáticas",
        "<h1>Departamento de Matemáticas</h1><p>Directora: Dra. Carmen Ruiz Ortega</p><p>Teléfono: +34 954 55 00 10</p><p>Correo electrónico: dptomat@sur.example</p><p>Facultad: Facultad de Ciencias</p>",
        """
        Carmen Ruiz Ortega | heads | Departamento de Matemáticas
        Departamento de Matemáticas | phone | +34 954 55 00 10
        Departamento de Matemáticas | email | dptomat@sur.example
        Departamento de Matemáticas | part_of | Facultad de Ciencias
        """,
    ),
    (
        "https://sur.example/asignaturas/mat210",
        "MAT210 Álgebra Lineal",
        "<h1>MAT210 Álgebra Lineal</h1><dl><dt>Créditos ECTS<dd>6<dt>Requisitos previos<dd>MAT110 y MAT120<dt>Profesora<dd>Dra. Lucía Gómez Prieto<dt>Despacho<dd>2.15<dt>Idioma<dd>español</dl>",
        """
        MAT 210 | title | Álgebra Lineal
        MAT 210 | units | 6
        MAT 210 | requires | MAT 110
        MAT 210 | requires | MAT 120
        Lucía Gómez Prieto | teaches | MAT 210
        MAT 210 | room | 2.15
        MAT 210 | language | español
        """,
    ),
    (
        "https://maths.example/units/MATH20101",
        "MATH20101 Real and Complex Analysis",
        "<h1>MATH20101 Real and Complex Analysis</h1><table><tr><td>Unit code</td><td>MATH20101</td></tr><tr><td>Credit rating</td><td>20</td></tr><tr><td>Unit coordinator(s)</td><td>Dr Mark Coleman-Hill</td></tr><tr><td>Pre-requisites</td><td>MATH10111 and MATH10131</td></tr><tr><td>Antirequisites</td><td>MATH20142</td></tr></table>",
        """
        MATH 20101 | title | Real and Complex Analysis
        MATH 20101 | units | 20
        Mark Coleman-Hill | coordinates | MATH 20101
        MATH 20101 | requires | MATH 10111
        MATH 20101 | requires | MATH 10131
        MATH 20101 | excludes | MATH 20142
        """,
    ),
    (
        "https://maths.example/units/",
        "Course units, level 2",
        "<h1>Course units, level 2</h1><table><tr><th>Unit Code</th><th>Unit Title</th><th>Credit rating</th><th>Pre-requisites</th></tr><tr><td>MATH20401</td><td>Partial Differential Equations</td><td>20</td><td>MATH10121 or MATH10222</td></tr><tr><td>MATH20512</td><td>Classical Mechanics</td><td>10</td><td>None</td></tr></table>",
        """
        MATH 20401 | title | Partial Differential Equations
        MATH 20401 | units | 20
        MATH 20401 | requires | MATH 10121 / MATH 10222
        MATH 20512 | title | Classical Mechanics
        MATH 20512 | units | 10
        """,
    ),
    (
        "https://lakes.example/undergraduate/cs.html",
        "Computer Science courses",
        "<h1>Computer Science (CS)</h1><p><b>CS 246 Object-Oriented Software Development</b> (0.50 credit)</p><p>Introduction to objects.</p><p>Prereq: CS 136 or CS 146; Antireq: CS 247</p><p><b>CS 251 Computer Organization and Design</b> (0.50 credit)</p><p>Prereq: CS 136. Coreq: MATH 135. Antireq: ECE 222</p>",
        """
        CS 246 | title | Object-Oriented Software Development
        CS 246 | units | 0.50
        CS 246 | requires | CS 136 / CS 146
        CS 246 | excludes | CS 247
        CS 251 | title | Computer Organization and Design
        CS 251 | units | 0.50
        CS 251 | requires | CS 136
        CS 251 | corequisite | MATH 135
        CS 251 | excludes | ECE 222
        """,
    ),
    (
        "https://south.example/handbook/comp2521",
        "COMP2521 Data Structures and Algorithms",
        "<h1>COMP2521 Data Structures and Algorithms</h1><p>6 Units of Credit</p><p>Prerequisite: COMP1511 or DPST1091 or COMP1911</p><p>Exclusion: COMP9024</p><p>Faculty: Faculty of Engineering</p>",
        """
        COMP 2521 | title | Data Structures and Algorithms
        COMP 2521 | units | 6
        COMP 2521 | requires | COMP 1511 / DPST 1091 / COMP 1911
        COMP 2521 | excludes | COMP 9024
        Faculty of Engineering | offers | COMP 2521
        """,
    ),
    (
        "https://west.example/vakken/wisb101",
        "WISB101 Wat is wiskunde?",
        "<h1>WISB101 Wat is wiskunde?</h1><p>Studiepunten: 7,5 EC</p><p>Docent: dr. ir. Marieke van Dijk</p><p>Voorkennis: WISB100</p><p>Faculteit: Faculteit Bètawetenschappen</p>",
        """
        WISB 101 | title | Wat is wiskunde?
        WISB 101 | units | 7,5
        Marieke van Dijk | teaches | WISB 101
        WISB 101 | requires | WISB 100
        Faculteit Bètawetenschappen | offers | WISB 101
        """,
    ),
    (
        "https://bogaz.example/people/kaya",
        "Doç. Dr. Ayşegül Kayalar",
        "<h1>Doç. Dr. Ayşegül Kayalar</h1><p>Department: Department of Civil Engineering</p><p>E-posta: kayalar [at] bogaz.example</p><p>Phone: +90 212 359 64 00</p><p>Room: M 2123</p>",
        """
        Ayşegül Kayalar | member_of | Department of Civil Engineering
        Ayşegül Kayalar | email | kayalar@bogaz.example
        Ayşegül Kayalar | phone | +90 212 359 64 00
        Ayşegül Kayalar | room | M 2123
        """,
    ),
    (
        "https://bogaz.example/faculty-hours.html",
        "Office hours",
        "<h1>Office hours</h1><table><tr><th>Instructor</th><th>Office</th><th>Office hours</th><th>E-mail</th></tr><tr><td>Prof. Dr. Mehmet Demirci</td><td>M 2100</td><td>Mon 13-15</td><td>demirci@bogaz.example</td></tr><tr><td>Dr. Öğr. Üyesi Zeynep Aksoy</td><td>M 2104</td><td>Wed 10-12</td><td>aksoy@bogaz.example</td></tr></table>",
        """
        Mehmet Demirci | room | M 2100
        Mehmet Demirci | office_hours | Mon 13-15
        Mehmet Demirci | email | demirci@bogaz.example
        Zeynep Aksoy | room | M 2104
        Zeynep Aksoy | office_hours | Wed 10-12
        Zeynep Aksoy | email | aksoy@bogaz.example
        """,
    ),
)
